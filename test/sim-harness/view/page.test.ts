// Owns: tests of the page in a real browser: what it shows at two widths, light and dark, by mouse and by keyboard, and that nothing of a history is ever run.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { look, runPage } from '../../../sim-harness/view/index.ts'
import { haveChromium, openBrowser, painted, withPage } from './browser.ts'
import { pixelsOf } from './pixels.ts'
import { layout, savedRun, threeTurns, type Wanted } from './saved-run.ts'

const pageOf = async (wanted: Wanted, name = 'task.run') => {
  const { run } = await savedRun(wanted)
  return runPage(run, await look(run, { layout }), { name })
}

/** Everything that has been tried to get out of text, by whoever answers. */
const hostile = [
  '<script>window.owned = 1</script>', '</script><script>window.owned = 2</script>', '--><script>window.owned = 3</script><!--', '<!--<script>', '<img src=x onerror="window.owned = 4">',
  '"><svg onload=window.owned=5>', '\' onmouseover=\'window.owned=6', '&lt;script&gt;', '{"a":"\\u003cscript>"}', `\${window.owned = 7}`, '`;window.owned = 8;`', 'javascript:window.owned=9',
  ']]>', '</style></head></pre></section><h1>not yours</h1>', '\u2028window.owned = 10\u2029', '\u202egnp.exe', '\u0000\u001b[31m', '<base href="http://127.0.0.1:9/">', '<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
]
const evil = hostile.join('\n')
/** Bytes that are no UTF-8: overlong, a surrogate, a cut character, past the last one. */
const noText = Buffer.from('c0bceda080e282fefdf4908080', 'hex')
const fromScript = '<script>window.owned = 20</script>"\'\u2028'
const evilRun: Wanted = {
  history: Buffer.concat([Buffer.from([0xf9]), Buffer.from(evil), noText, Buffer.from([0xff, 0xfa])]),
  script: [{ text: evil, yield: true }, { hex: noText.toString('hex') }, { reject: true }], then: [Buffer.from(evil)], oracle: fromScript, said: evil,
}

let evilPage = ''
beforeAll(async () => { evilPage = (await pageOf(evilRun, fromScript)).html })

describe('the text of the page', () => {
  test('is the same for the same run, asks for nothing outside, and has no trace of a tag that an Oracle wrote', async () => {
    const { html, notices } = await pageOf(evilRun, fromScript)
    expect(html).toBe(evilPage)
    expect(notices).toEqual([])
    // One script that runs and one that is data: those of the page.
    expect(html.match(/<script\b[^>]*>/gi)).toEqual(['<script type="application/json" id="run-data">', '<script>'])
    expect(html.match(/<\/script/gi)?.length).toBe(2)
    expect(html.match(/<(?:img|svg onload|base|iframe|object|embed|link)\b/gi)).toBeNull()
    expect(html.match(/(?:https?:)?\/\/[a-z0-9.-]+\.[a-z]{2,}/gi)).toBeNull()
    expect(html).toContain('&lt;script&gt;window.owned = 20&lt;/script&gt;&quot;&#39;\\u{2028}')
    expect(html).not.toMatch(/[\u2028\u2029\u202e]/)
    expect(html).toMatch(/content="default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'"/)
  })
})

describe.skipIf(!haveChromium)('the page in Chromium', () => {
  let browser: Browser
  let html: string
  beforeAll(async () => {
    browser = await openBrowser()
    html = (await pageOf(threeTurns)).html
  })
  afterAll(() => browser?.close())

  const textOf = (page: Page, id: string): Promise<string> => page.locator(`#${id}`).innerText()
  /** The picture on a canvas: another one if anything of it is. */
  const picture = (page: Page, id: string): Promise<string> => page.evaluate(`document.getElementById('${id}').toDataURL()`)

  test.each([[400, false], [400, true], [1400, false], [1400, true]])('at %i pixels, dark %s: everything is there, nothing overflows, nothing complains', (width, dark) => withPage(browser, html, { width, dark }, async ({ page, complaints }) => {
    expect(complaints).toEqual([])
    expect(await page.title()).toBe('task.run: a run of the Oracle unit')
    expect(await page.locator('h1, h2').allInnerTexts()).toEqual([
      'Run of the Oracle unit', 'Timeline', 'History', 'Counters of each turn', 'Traps', 'Waves around each trap', 'Parameters of the unit', 'In other programs'])
    // The window does not scroll sideways, and what stands in it ends inside it, unless it lies in a box that scrolls.
    const outside = `[...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll, nav, #history-box, .skip') && e.getBoundingClientRect().right > innerWidth + 0.5).map((e) => e.outerHTML.slice(0, 80))`
    expect(await page.evaluate(`[document.documentElement.scrollWidth <= innerWidth, ${outside}]`)).toEqual([true, []])
    const words = await page.evaluate<string>('document.body.innerText')
    for (const text of ['yield', 'reject', '62 symbols', 'clock cycles', 'symbols (bytes)', 'tokens', 'Oracle script:s', 'archnights 1.2.3']) expect(words).toContain(text)
    const boxes = await page.evaluate(`['overview', 'timeline-canvas', 'history-box', 'waves-canvas'].map((id) => { const r = document.getElementById(id).getBoundingClientRect(); return [r.width > ${width} * 0.7, r.height >= 30] })`)
    expect(boxes).toEqual([[true, true], [true, true], [true, true], [true, true]])
    const whole = await pixelsOf(browser, await page.screenshot({ fullPage: true }))
    expect(whole.width).toBe(width)
    expect(whole.height).toBeGreaterThan(2500)
    expect(whole.colours).toBeGreaterThan(200)
    expect(whole.most).toBeLessThan(0.9)
    expect(whole.empty).toBeLessThan(60)
    expect(whole.light).toBeGreaterThan(dark ? 15 : 200)
    expect(whole.light).toBeLessThan(dark ? 70 : 250)
    for (const id of ['timeline-canvas', 'waves-canvas']) {
      const part = await pixelsOf(browser, await page.locator(`#${id}`).screenshot())
      expect(part.colours).toBeGreaterThan(40)
      expect(part.most).toBeLessThan(0.9)
      expect(part.empty).toBeLessThan(45)
    }
  }))

  test('text can be read: every colour on its ground has a contrast of 4.5 at least', async () => {
    for (const dark of [false, true]) {
      await withPage(browser, html, { width: 1400, dark }, async ({ page }) => {
        const low = await page.evaluate(`(() => {
          const parse = (c) => { const n = c.match(/[\\d.]+/g).map(Number); return { rgb: n.slice(0, 3), a: n[3] ?? 1 } }
          const light = (rgb) => { const [r, g, b] = rgb.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 }); return 0.2126 * r + 0.7152 * g + 0.0722 * b }
          const ground = (e) => { for (; e; e = e.parentElement) { const { rgb, a } = parse(getComputedStyle(e).backgroundColor); if (a > 0.99) return rgb } return [255, 255, 255] }
          return [...document.querySelectorAll('body *')].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '') && !e.closest('script, style, noscript, canvas, .skip')).map((e) => {
            const a = light(parse(getComputedStyle(e).color).rgb), b = light(ground(e))
            return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.outerHTML.slice(0, 70)]
          }).filter(([ratio]) => ratio < 4.5)
        })()`)
        expect(low).toEqual([])
      })
    }
  })

  test('the timeline by keyboard: zoom, lanes, stretches, traps', () => withPage(browser, html, { width: 1400 }, async ({ page, complaints }) => {
    const press = async (key: string) => {
      await page.keyboard.press(key)
      await painted(page)
    }
    await page.focus('#timeline-box')
    await painted(page)
    const whole = await picture(page, 'timeline-canvas')
    await press('+')
    const near = await picture(page, 'timeline-canvas')
    expect(near).not.toBe(whole)
    await press('ArrowRight')
    expect(await picture(page, 'timeline-canvas')).not.toBe(near)
    await press('Home')
    expect(await picture(page, 'timeline-canvas')).toBe(whole)
    await press('Enter')
    expect(await textOf(page, 'timeline-says')).toMatch(/^slot 0 · sending · cycles [\d,]+ to [\d,]+ \(\d+ cycles\)$/)
    await press('Enter')
    expect(await textOf(page, 'timeline-says')).toMatch(/^slot 0 · host · /)
    await press('Shift+Enter')
    expect(await textOf(page, 'timeline-says')).toMatch(/^slot 0 · sending · /)
    await press('ArrowDown')
    await press('Enter')
    expect(await textOf(page, 'timeline-says')).toMatch(/^commands · oentry: rs1 0x80000000, rs2 0x0, rd 0x0 · cycles 0 to /)
    await press('t')
    expect(await textOf(page, 'timeline-says')).toMatch(/^trap 1 of 3 · yield of slot 0 · waits in cycle [\d,]+, taken in cycle [\d,]+$/)
    for (const button of ['t-next', 't-next', 't-next']) await page.click(`#${button}`)
    expect(await textOf(page, 'timeline-says')).toMatch(/^trap 3 of 3 · reject/)
    // The watcher's rounds are one entry, and yet each can be gone to.
    await page.click('#t-all')
    await page.focus('#timeline-box')
    for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowDown')
    expect(await textOf(page, 'timeline-says')).toBe('microcode: watcher')
    let said = ''
    for (let n = 0; n < 60 && !said.includes('2 of'); n++) {
      await press('Enter')
      said = await textOf(page, 'timeline-says')
    }
    expect(said).toMatch(/^microcode: watcher · at dog\w* · cycles? .* · 2 of \d+, one every \d+ cycles$/)
    expect(complaints).toEqual([])
  }))

  test('the timeline by mouse: what is pointed at is named, Ctrl and wheel zoom, a drag moves', () => withPage(browser, html, { width: 1400, height: 1100 }, async ({ page, complaints }) => {
    await page.click('#t-next')
    await painted(page)
    const box = (await page.locator('#timeline-canvas').boundingBox())!
    let said: string[] = []
    for (let x = 180; x < box.width; x += 9) {
      await page.mouse.move(box.x + x, box.y + 24 + 14)
      said.push(await textOf(page, 'timeline-says'))
    }
    said = [...new Set(said)]
    expect(said.some((s) => s.startsWith('slot 0 · trap yield: '))).toBe(true)
    expect(said.some((s) => s.startsWith('slot 0 · sending · cycles '))).toBe(true)
    const before = await picture(page, 'timeline-canvas')
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -300)
    await page.keyboard.up('Control')
    await painted(page)
    const near = await picture(page, 'timeline-canvas')
    expect(near).not.toBe(before)
    await page.mouse.down()
    await page.mouse.move(box.x + 300, box.y + 100, { steps: 4 })
    await page.mouse.up()
    await painted(page)
    expect(await picture(page, 'timeline-canvas')).not.toBe(near)
    // The wheel alone scrolls the page.
    await page.mouse.wheel(0, 400)
    let scrolled = 0
    for (let n = 0; n < 200 && scrolled === 0; n++) {
      await painted(page)
      scrolled = await page.evaluate('scrollY')
    }
    expect(scrolled).toBeGreaterThan(0)
    expect(complaints).toEqual([])
  }))

  test('the history: colours by who wrote, every byte by key and by mouse', () => withPage(browser, html, { width: 1400 }, async ({ page, complaints }) => {
    expect(await page.locator('.record header').allInnerTexts()).toEqual([
      'SYSTEM 0 to 17 · written by the Priestess', 'PRIESTESS 18 to 23 · written by the Priestess', 'ORACLE 24 to 33 · written by the Priestess, then the Oracle',
      'PRIESTESS 34 to 47 · written by the Priestess', 'ORACLE 48 to 53 · written by the Priestess, then the Oracle', 'PRIESTESS 54 to 60 · written by the Priestess', 'ORACLE 61 to 61 · written by the Priestess'])
    expect(await page.locator('.record .by-oracle').allInnerTexts()).toEqual(['ls /homeFF', 'dateFF'])
    await page.focus('#history-box')
    await page.keyboard.press('Home')
    expect(await textOf(page, 'history-says')).toMatch(/^byte 0 \(0x0\) · F8 mark · written by the Priestess in turn 1 · crossed the link in the query with sequence 1, cycles /)
    await page.keyboard.press('ArrowRight')
    expect(await textOf(page, 'history-says')).toMatch(/^byte 1 \(0x1\) · 59 Y · /)
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    const answer = /^byte 25 \(0x19\) · 6C l · written by the Oracle in turn 1 · crossed the link in the answer with sequence 1, cycles [\d,]+ to [\d,]+ \(\d+ cycles\)$/
    expect(await textOf(page, 'history-says')).toMatch(answer)
    await page.keyboard.press('End')
    expect(await textOf(page, 'history-says')).toMatch(/^byte 61 \(0x3d\) · FA mark · written by the Priestess in turn 3 · crossed the link in the query with sequence 3/)
    // By mouse: the first letter of the first answer.
    const letter = await page.evaluate(`(() => {
      const r = document.createRange(), n = document.querySelector('.record .by-oracle .text').firstChild
      r.setStart(n, 0); r.setEnd(n, 1)
      document.querySelector('.record .by-oracle').scrollIntoView({ block: 'center' })
      const b = r.getBoundingClientRect()
      return [b.left + b.width / 2, b.top + b.height / 2]
    })()`) as [number, number]
    await page.mouse.move(letter[0], letter[1])
    await painted(page)
    await painted(page)
    expect(await textOf(page, 'history-says')).toMatch(answer)
    expect(await page.locator('.cursor').isVisible()).toBe(true)
    await page.focus('#history-box')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('timeline-box')
    await page.check('#h-hex')
    expect((await textOf(page, 'history-box')).split('\n').slice(0, 2).map((l) => l.trim())).toEqual([
      '000000  f8 59 6f 75 20 61 72 65 20 61 20 73 68 65 6c 6c  ·You are a shell', '000010  2e ff f9 6c 69 73 74 ff fa 6c 73 20 2f 68 6f 6d  .··list··ls /hom'])
    expect(await page.locator('.dump .by-oracle').first().innerText()).toBe('6c 73 20 2f 68 6f 6d ')
    expect(complaints).toEqual([])
  }))

  test('the waves: from the table of traps, cycle by cycle', () => withPage(browser, html, { width: 1400 }, async ({ page, complaints }) => {
    await page.click('[data-waves="1"]')
    await painted(page)
    expect(await page.evaluate('document.activeElement.id')).toBe('waves-box')
    expect(await textOf(page, 'waves-says')).toMatch(/^trap 2: yield of slot 0; the window has cycles [\d,]+ to [\d,]+$/)
    const before = await picture(page, 'waves-canvas')
    await page.keyboard.press('ArrowRight')
    await painted(page)
    expect(await picture(page, 'waves-canvas')).not.toBe(before)
    expect(await textOf(page, 'waves-says')).toMatch(/^cycle [\d,]+ · changes: .*rocc_interrupt 1/)
    await page.keyboard.press('ArrowLeft')
    expect(await textOf(page, 'waves-says')).toMatch(/^cycle [\d,]+ · /)
    const shown = await picture(page, 'waves-canvas')
    await page.check('#w-still')
    await painted(page)
    expect(await picture(page, 'waves-canvas')).not.toBe(shown)
    await page.focus('#waves-box')
    await page.keyboard.press('n')
    expect(await textOf(page, 'waves-says')).toMatch(/^trap 3: reject/)
    await page.click('[data-from]')
    expect(await page.evaluate('document.activeElement.id')).toBe('timeline-box')
    expect(complaints).toEqual([])
  }))

  test.each([[400], [1400]])('a hostile history, Oracle and message run nothing, at %i pixels', async (width) => {
    await withPage(browser, evilPage, { width }, async ({ page, complaints }) => {
      await page.focus('#history-box')
      for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'End', 'ArrowLeft']) await page.keyboard.press(key)
      await page.hover('.record .text >> nth=0')
      await page.check('#h-hex')
      await page.uncheck('#h-hex')
      await painted(page)
      expect(await page.evaluate('[window.owned, document.scripts.length, document.querySelectorAll("h1, img, iframe, base, svg[onload], [onmouseover]").length]')).toEqual([undefined, 2, 1])
      // And yet every character is there to be read: in the history twice by the Priestess and once by the Oracle.
      const shown = await page.locator('.record .by-oracle').first().innerText()
      for (const text of hostile.filter((t) => !/[\u0000-\u001f\u2028-\u202e]/.test(t))) expect(shown).toContain(text)
      expect(shown).toContain('E280A8window.owned = 10E280A9')
      expect(await page.locator('.record .by-priestess').first().innerText()).toContain('C0BCEDA080E282FEFDF4908080')
      expect(await textOf(page, 'history-says')).toContain('written by')
      expect(complaints).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    })
  })

  test('if a fault of the page let markup in, the browser would not run it', async () => {
    const broken = html.replace('<main>', '<main><img src=x onerror="window.owned = 1"><script>window.owned = 2</script><style>body { display: none }</style>')
    await withPage(browser, broken, { width: 1400 }, async ({ page, complaints }) => {
      expect(await page.evaluate('[window.owned, getComputedStyle(document.body).display]')).toEqual([undefined, 'block'])
      expect(complaints.filter((c) => c.includes('Content Security Policy')).length).toBeGreaterThan(2)
    })
  })

  test('a run without a trap or a history still makes a page', async () => {
    const { run } = await savedRun({ history: new Uint8Array(), script: [{ reject: true }] })
    const bare = { ...run, turns: [], stretches: [], history: new Uint8Array(), stimulus: [], trace: [], cycles: 0 }
    const { html: empty } = runPage(bare, await look(bare, { layout }), { name: 'empty.run' })
    await withPage(browser, empty, { width: 400 }, async ({ page, complaints }) => {
      expect(complaints).toEqual([])
      expect(await textOf(page, 'history-box')).toBe('The history is empty.')
      expect(await textOf(page, 'waves')).toContain('The run took no trap.')
    })
  })

  test('a long run makes a page of a few megabytes that says what it left out', async () => {
    const { run } = await savedRun({ history: Buffer.alloc(300 * 1024, 'täxt '), script: [{ text: 'ok', yield: true }] })
    const { html: long, notices } = runPage(run, await look(run, { layout }), { name: 'long.run' })
    expect(long.length).toBeLessThan(3_000_000)
    expect(notices).toContainEqual('Of the history, bytes 131,072 to 176,130 are left out: 45,059 of 307,203.')
    await withPage(browser, long, { width: 1400 }, async ({ page, complaints }) => {
      expect(complaints).toEqual([])
      expect(await textOf(page, 'history')).toContain('bytes 131,072 to 176,130 are left out')
      expect(await page.locator('.notices li').first().innerText()).toContain('are left out')
      await page.focus('#history-box')
      await page.keyboard.press('End')
      expect(await textOf(page, 'history-says')).toContain('byte 307,202')
      // A character of two bytes is one step.
      for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key)
      expect(await textOf(page, 'history-says')).toMatch(/^byte 1 \(0x1\) · C3 A4 ä · /)
      await page.keyboard.press('ArrowRight')
      expect(await textOf(page, 'history-says')).toMatch(/^byte 3 \(0x3\) · 78 x · /)
      for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
      expect(await textOf(page, 'history-says')).toMatch(/^byte 0 \(0x0\) · 74 t · /)
    })
  })
})
