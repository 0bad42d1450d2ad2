// Owns: what a screenshot shows in numbers: how many colours, how much of it is one colour, which bands of it are empty.
import type { Browser } from 'playwright-core'

export interface Pixels {
  readonly width: number; readonly height: number
  readonly colours: number
  /** Share of the most frequent colour, 0 to 1. */
  readonly most: number
  /** The longest band of lines of one colour each, in pixels. */
  readonly empty: number
  /** The mean of all channels, 0 to 255. */
  readonly light: number
}

/** Runs in the browser, which knows how to read its own pictures. */
const count = `async (src) => {
  const image = new Image()
  image.src = src
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  const c = canvas.getContext('2d')
  c.drawImage(image, 0, 0)
  const words = new Uint32Array(c.getImageData(0, 0, image.width, image.height).data.buffer), seen = new Map()
  let empty = 0, run = 0, light = 0
  for (let y = 0; y < image.height; y++) {
    const first = words[y * image.width]
    let same = true
    for (let x = 0; x < image.width; x++) {
      const w = words[y * image.width + x]
      seen.set(w, (seen.get(w) ?? 0) + 1)
      light += (w & 255) + (w >> 8 & 255) + (w >> 16 & 255)
      same &&= w === first
    }
    run = same ? run + 1 : 0
    empty = Math.max(empty, run)
  }
  return { width: image.width, height: image.height, colours: seen.size, most: Math.max(...seen.values()) / words.length, empty, light: light / words.length / 3 }
}`

export async function pixelsOf(browser: Browser, png: Uint8Array): Promise<Pixels> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    return await page.evaluate(`(${count})(${JSON.stringify(`data:image/png;base64,${Buffer.from(png).toString('base64')}`)})`)
  } finally {
    await context.close()
  }
}
