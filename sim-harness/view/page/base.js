// Owns: what every part of the page needs: the run's data, elements, numbers as text, colours of the theme, canvases as sharp as the screen.

/**
 * @typedef {{ short: string, long: string, tone: string }} Label
 * @typedef {{ name: string, kind: string, starts: number[], cycles: number[], labels: number[], repeats: [number, number, number][], joined?: number }} Lane
 * @typedef {string | number[]} Cell
 * @typedef {{ start: number, by: string, turn: number, cells: Cell[] }} Piece
 * @typedef {{ speaker: string, start: number, end: number, yields: boolean, pieces: Piece[] }} HistoryRecord
 * @typedef {{ name: string, group: string, width: number, changes: (number | string)[], notes?: Record<string, string> }} Signal
 * @typedef {{ trap: number, from: number, to: number, signals: Signal[] }} Waves
 * @typedef {{ slot: number, cause: string, waits: number, taken: number }} Trap
 * @typedef {{
 *   cycles: number, lanes: Lane[], labels: Label[], traps: Trap[], waves: Waves[], frames: number[][], turns: [number, number][],
 *   history: { length: number, records: HistoryRecord[], omitted: { start: number, end: number }[] }, marks: number[], yieldSymbol: number
 * }} RunData
 */

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`no element ${id}`)
  return found
}

/** @returns {RunData} */
export const readRun = () => JSON.parse(byId('run-data').textContent ?? '')

/**
 * An element with text in it; text is never markup.
 * @param {string} tag @param {string} [className] @param {string} [content]
 */
export function element(tag, className, content) {
  const made = document.createElement(tag)
  if (className) made.className = className
  if (content !== undefined) made.textContent = content
  return made
}

/** @param {number} n */
export const number = (n) => n.toLocaleString('en-US')
/** Cycles [from, to) in words. @param {number} from @param {number} to */
export const cyclesText = (from, to) => to - from <= 1 ? `cycle ${number(from)}` : `cycles ${number(from)} to ${number(to - 1)} (${number(to - from)} cycles)`
/** @param {number} low @param {number} value @param {number} high */
export const clamp = (low, value, high) => Math.max(low, Math.min(high, value))
/** @param {number} byte */
export const hex2 = (byte) => byte.toString(16).toUpperCase().padStart(2, '0')

/** The value of a colour of the style. @param {string} name */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

export const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'
export const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace'

/**
 * Makes the canvas as wide as its parent and `height` high, in pixels of the screen, and empties it.
 * @param {HTMLCanvasElement} canvas @param {number} height @returns {{ c: CanvasRenderingContext2D, width: number }}
 */
export function prepare(canvas, height) {
  const width = Math.max(100, canvas.parentElement?.clientWidth ?? 100), scale = window.devicePixelRatio || 1
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const c = canvas.getContext('2d')
  if (!c) throw new Error('this browser draws no canvas')
  c.scale(scale, scale)
  c.clearRect(0, 0, width, height)
  return { c, width }
}

/** Calls `draw` once before the next picture, however often it is asked for. @param {() => void} draw */
export function soon(draw) {
  let asked = false
  return () => {
    if (asked) return
    asked = true
    requestAnimationFrame(() => {
      asked = false
      draw()
    })
  }
}

/** Calls `draw` when the window's width, the screen's scale or the theme change. @param {HTMLElement} box @param {() => void} draw */
export function drawAgain(box, draw) {
  new ResizeObserver(draw).observe(box)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
  window.addEventListener('beforeprint', draw)
}
