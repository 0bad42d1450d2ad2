// Owns: how one signal of the waves is drawn: a bit as a line, anything else as boxes with values.

/** A value as a reader wants it. @param {import('./base.js').Signal} signal @param {string} value */
export function valueText(signal, value) {
  if (value === '') return ''
  const note = signal.notes?.[value]
  return signal.name === 'rocc_cmd_funct7' && note ? note : value
}

/** More about a value, or nothing. @param {import('./base.js').Signal} signal @param {string} value */
export function valueMore(signal, value) {
  if (value === '' || value === 'x') return ''
  if (signal.name.endsWith('tdata') || signal.name.endsWith('data')) {
    const padded = value.padStart(value.length + value.length % 2, '0')
    const bytes = (padded.match(/../g) ?? []).map((b) => Number.parseInt(b, 16)).reverse()
    const text = bytes.map((b) => b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '·').join('')
    return /[^·]{2}/.test(text) ? `“${text}”` : ''
  }
  const note = signal.notes?.[value] ?? ''
  return signal.name === 'rocc_cmd_funct7' ? `funct7 ${value}` : note
}

/** The value in a cycle of the window. @param {import('./base.js').Signal} signal @param {number} cycle */
export function valueAt({ changes }, cycle) {
  let low = 0, high = changes.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if (Number(changes[2 * middle]) <= cycle) low = middle + 1
    else high = middle
  }
  return low === 0 ? '' : String(changes[2 * low - 1])
}

/** It stands still in the whole window. @param {import('./base.js').Signal} signal */
export const isStill = (signal) => signal.changes.length <= 2

/**
 * @param {CanvasRenderingContext2D} c @param {import('./base.js').Signal} signal @param {import('./span.js').Span} span @param {number} base first cycle of the window
 * @param {number} y @param {number} high @param {Record<string, string>} colours
 */
export function drawSignal(c, signal, span, base, y, high, colours) {
  const { changes, width } = signal, line = colours[signal.group === 'inside' ? 'inside' : 'wave'] ?? '', right = span.left + span.width
  c.lineWidth = 1.25
  let before = ''
  for (let i = 0; i < changes.length; i += 2) {
    const start = base + Number(changes[i]), value = String(changes[i + 1]), end = i + 2 < changes.length ? base + Number(changes[i + 2]) : span.high
    if (end > span.from && start < span.to) {
      const a = Math.max(span.left, span.x(start)), b = Math.min(right, span.x(end))
      c.strokeStyle = c.fillStyle = value === 'x' ? colours['trap'] ?? '' : line
      if (value === '') {
        c.globalAlpha = 0.35
        c.fillRect(a, y + high / 2 - 0.5, b - a, 1)
        c.globalAlpha = 1
      } else if (width === 1 && value !== 'x') {
        const up = value === '1'
        if (up) {
          c.globalAlpha = 0.16
          c.fillRect(a, y, b - a, high)
          c.globalAlpha = 1
        }
        c.fillRect(a, up ? y : y + high - 1.25, b - a, 1.25)
        if (before !== '' && before !== value && start >= span.from) c.fillRect(a - 0.6, y, 1.25, high)
      } else {
        const slope = Math.min(3, (b - a) / 2)
        c.globalAlpha = 0.13
        c.fillRect(a, y, b - a, high)
        c.globalAlpha = 1
        c.beginPath()
        c.moveTo(a, y + high / 2)
        c.lineTo(a + slope, y + 0.5)
        c.lineTo(b - slope, y + 0.5)
        c.lineTo(b, y + high / 2)
        c.lineTo(b - slope, y + high - 0.5)
        c.lineTo(a + slope, y + high - 0.5)
        c.closePath()
        c.stroke()
        // What does not fit into its box stands behind it, where nothing else does.
        const idle = changes[i + 3] === '', next = idle && i + 4 < changes.length ? base + Number(changes[i + 4]) : span.high
        write(c, valueText(signal, value), { a, b, free: idle ? Math.min(right, span.x(next)) : b }, y + high / 2, colours['ink'] ?? '')
      }
    }
    before = value
  }
}

/**
 * As much of the text as fits into the box from `a` to `b`: all of it, or its end behind a sign; or all of it behind the box, up to `free`.
 * @param {CanvasRenderingContext2D} c @param {string} text @param {{ a: number, b: number, free: number }} place @param {number} y @param {string} fill
 */
function write(c, text, { a, b, free }, y, fill) {
  const each = c.measureText('0').width, wide = text.length * each, fits = Math.floor((b - a - 9) / each)
  c.fillStyle = fill
  if (wide <= b - a - 9) c.fillText(text, a + 5, y)
  else if (wide <= b - a - 3) c.fillText(text, (a + b - wide) / 2, y)
  else if (wide <= free - b - 6) c.fillText(text, b + 3, y)
  else if (fits >= 3) c.fillText(`…${text.slice(1 - fits)}`, a + 5, y)
}
