// Owns: the cycles that a plot shows: zoom, move, wheel, drag and pinch, and its axis. The same for the timeline and the waves.
import { clamp, colour, number, sans } from './base.js'

/** Cycles [from, to) of [low, high), fractions allowed. At least `least` are shown. */
export class Span {
  /** @param {number} low @param {number} high @param {number} least @param {() => void} changed */
  constructor(low, high, least, changed) {
    this.low = low
    this.high = Math.max(high, low + 1)
    this.least = Math.min(least, this.high - low)
    this.from = low
    this.to = this.high
    this.changed = changed
    /** Where the plot stands in its canvas. */
    this.left = 0
    this.width = 100
  }

  get scale() { return this.width / (this.to - this.from) }
  /** @param {number} cycle */
  x(cycle) { return this.left + (cycle - this.from) * this.scale }
  /** @param {number} x */
  cycle(x) { return this.from + (x - this.left) / this.scale }

  /** @param {number} from @param {number} to */
  show(from, to) {
    const length = clamp(this.least, to - from, this.high - this.low), middle = (from + to) / 2
    this.from = clamp(this.low, middle - length / 2, this.high - length)
    this.to = this.from + length
    this.changed()
  }

  all() { this.show(this.low, this.high) }

  /** By `factor`, below 1 closer; `around` stays where it is. @param {number} factor @param {number} [around] */
  zoom(factor, around = (this.from + this.to) / 2) {
    const length = clamp(this.least, (this.to - this.from) * factor, this.high - this.low)
    const part = (around - this.from) / (this.to - this.from), from = around - length * part
    const start = clamp(this.low, from, this.high - length)
    this.from = start
    this.to = start + length
    this.changed()
  }

  /** @param {number} cycles */
  move(cycles) { this.show(this.from + cycles, this.to + cycles) }

  /** Moves only if the cycle is not in sight. @param {number} cycle */
  reveal(cycle) {
    if (cycle < this.from || cycle >= this.to) this.show(cycle - (this.to - this.from) / 2, cycle + (this.to - this.from) / 2)
  }
}

/**
 * Wheel, drag and pinch on a canvas. A drag that did not move is a click.
 * @param {HTMLCanvasElement} canvas @param {() => Span} span @param {(x: number, y: number, click: boolean) => void} point
 */
export function steer(canvas, span, point) {
  /** @type {Map<number, { x: number, y: number }>} */
  const down = new Map()
  let moved = 0, apart = 0
  /** @param {MouseEvent} e */
  const place = (e) => {
    const box = canvas.getBoundingClientRect()
    return { x: e.clientX - box.left, y: e.clientY - box.top }
  }
  canvas.addEventListener('wheel', (e) => {
    const s = span()
    if (e.ctrlKey || e.metaKey) s.zoom(1.0015 ** clamp(-400, e.deltaY, 400), s.cycle(place(e).x))
    else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) s.move((e.deltaX || e.deltaY) / s.scale)
    else return
    e.preventDefault()
  }, { passive: false })
  canvas.addEventListener('pointerdown', (e) => {
    if (e.button !== 0) return
    down.set(e.pointerId, place(e))
    canvas.setPointerCapture(e.pointerId)
    moved = 0
    apart = 0
  })
  canvas.addEventListener('pointermove', (e) => {
    const at = place(e), before = down.get(e.pointerId), s = span()
    if (!before) return point(at.x, at.y, false)
    moved += Math.abs(at.x - before.x)
    down.set(e.pointerId, at)
    const [a, b] = [...down.values()]
    if (a && b) {
      const now = Math.max(20, Math.abs(a.x - b.x))
      if (apart > 0) s.zoom(apart / now, s.cycle((a.x + b.x) / 2))
      apart = now
    } else if (moved > 3) s.move((before.x - at.x) / s.scale)
  })
  /** @param {PointerEvent} e */
  const up = (e) => {
    const at = down.get(e.pointerId)
    down.delete(e.pointerId)
    if (at && moved <= 3 && e.type === 'pointerup') point(at.x, at.y, true)
  }
  canvas.addEventListener('pointerup', up)
  canvas.addEventListener('pointercancel', up)
  canvas.addEventListener('dblclick', (e) => span().zoom(0.4, span().cycle(place(e).x)))
}

/** Distances between the numbers of an axis: 1, 2 or 5 and zeros. @param {number} least */
function step(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least) ?? 10 * power)
}

/**
 * The axis above a plot, and a line down to `bottom` at each of its numbers.
 * @param {CanvasRenderingContext2D} c @param {Span} span @param {number} bottom
 */
export function axis(c, span, bottom) {
  const every = step(92 / span.scale)
  c.font = `11px ${sans}`
  c.textBaseline = 'middle'
  c.textAlign = 'left'
  for (let n = Math.ceil(span.from / every) * every; n < span.to; n += every) {
    const x = Math.round(span.x(n)) + 0.5
    c.fillStyle = colour('line')
    c.fillRect(x, 16, 1, bottom - 16)
    c.fillStyle = colour('muted')
    const text = number(n), wide = c.measureText(text).width
    if (x + wide + 3 < span.left + span.width) c.fillText(text, x + 3, 9)
  }
}
