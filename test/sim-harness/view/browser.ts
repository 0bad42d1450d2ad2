// Owns: the page in headless Chromium, as Debian has it: opened as a file, without a network, with every complaint kept.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'

const program = '/usr/bin/chromium'
export const haveChromium = existsSync(program)

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-dev-shm-usage'] })

export interface Opened {
  readonly page: Page
  /** What the console said, errors that nobody caught, dialogs, and whatever asked for something that is not the file. */
  readonly complaints: string[]
}

export interface Look { readonly width: number; readonly height?: number; readonly dark?: boolean }

/** Opens the page's text as a file, calls `work`, and closes it. */
export async function withPage<T>(browser: Browser, html: string, { width, height = 900, dark = false }: Look, work: (opened: Opened) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'archnights-page-')), file = join(folder, 'run.html')
  writeFileSync(file, html)
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', offline: true })
  try {
    const page = await context.newPage(), complaints: string[] = [], url = pathToFileURL(file).href
    page.on('console', (m) => void complaints.push(`console ${m.type()}: ${m.text()}`))
    page.on('pageerror', (e) => void complaints.push(`error: ${e.message}`))
    page.on('dialog', (d) => { complaints.push(`dialog: ${d.message()}`); void d.dismiss() })
    page.on('request', (r) => { if (r.url() !== url) complaints.push(`request: ${r.url().slice(0, 100)}`) })
    await page.goto(url)
    await page.waitForSelector('html.ready')
    // Two pictures later everything that was asked for is drawn.
    await painted(page)
    return await work({ page, complaints })
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** After the next picture. */
export const painted = (page: Page): Promise<void> => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
