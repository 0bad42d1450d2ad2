// Owns: the history: records in the colours of who wrote them, and what is known of the byte that is pointed at.
import { byId, clamp, cyclesText, element, hex2, number } from './base.js'
import { byteOfIndex, cellBytes, cellLength, charAtByte } from './bytes.js'

/** @typedef {{ start: number, end: number, cell: import('./base.js').Cell, by: string, turn: number, element: HTMLElement }} Place */

/** @param {string} by */
const writer = (by) => by === 'oracle' ? 'the Oracle' : 'the Priestess'

/** @param {import('./base.js').RunData} run @param {(from: number, to: number) => void} showCycles */
export function history(run, showCycles) {
  const box = byId('history-box'), says = byId('history-says'), hexBox = /** @type {HTMLInputElement} */ (byId('h-hex'))
  /** @type {Place[]} */
  let places = []
  let at = -1
  const cursor = element('div', 'cursor')
  cursor.hidden = true

  /** A byte that is no text. @param {number} byte */
  function byteElement(byte) {
    const mark = run.marks.indexOf(byte)
    const made = element('span', `byte${mark >= 0 ? ' mark' : byte === run.yieldSymbol ? ' yield' : ''}`, hex2(byte))
    made.title = mark >= 0 ? `mark of ${['the system', 'the Priestess', 'the Oracle'][mark]}` : byte === run.yieldSymbol ? 'yield symbol' : 'a byte that is no text'
    return made
  }

  /** @param {import('./base.js').HistoryRecord} record */
  function recordElement(record) {
    const made = element('article', `record speaker-${record.speaker}`), head = element('header'), body = element('pre')
    const writers = [...new Set(record.pieces.map((p) => writer(p.by)))]
    head.append(element('b', '', record.speaker === 'none' ? 'no mark' : record.speaker), ` ${number(record.start)} to ${number(record.end - 1)} · written by ${writers.join(', then ')}`)
    for (const piece of record.pieces) {
      const part = element('span', `by-${piece.by}`)
      let start = piece.start
      for (const cell of piece.cells) {
        if (typeof cell === 'string') {
          const text = element('span', 'text', cell), end = start + cellLength(cell)
          places.push({ start, end, cell, by: piece.by, turn: piece.turn, element: text })
          part.append(text)
          start = end
          continue
        }
        for (const byte of cell) {
          const made = byteElement(byte)
          places.push({ start, end: start + 1, cell: [byte], by: piece.by, turn: piece.turn, element: made })
          part.append(made)
          start++
        }
      }
      body.append(part)
    }
    made.append(head, body)
    return made
  }

  /** Sixteen bytes a line: offset, hexadecimal, text. */
  function hexElement() {
    const dump = element('pre', 'dump')
    /** @typedef {{ byte: number, by: string }} Written */
    /** Runs of one writer. @param {Written[]} line @param {(byte: number) => string} shows */
    const runs = (line, shows) => {
      for (let i = 0; i < line.length;) {
        const by = line[i]?.by ?? ''
        let text = ''
        for (; i < line.length && line[i]?.by === by; i++) text += shows(line[i]?.byte ?? 0)
        dump.append(element('span', `by-${by}`, text))
      }
    }
    /** @param {number} first @param {Written[]} line */
    const put = (first, line) => {
      if (line.length === 0) return
      dump.append(element('span', 'offset', first.toString(16).padStart(6, '0')), '  ')
      runs(line, (b) => `${hex2(b).toLowerCase()} `)
      dump.append(' '.repeat(3 * (16 - line.length) + 1))
      runs(line, (b) => b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '·')
      dump.append('\n')
    }
    let first = 0, at = 0
    /** @type {Written[]} */
    let line = []
    for (const { start, by, cells } of run.history.records.flatMap((r) => r.pieces)) {
      // Behind what is left out.
      if (start !== at) {
        put(first, line)
        line = []
        at = start
      }
      for (const byte of cells.flatMap(cellBytes)) {
        if (line.length === 0) first = at
        line.push({ byte, by })
        at++
        if (line.length < 16) continue
        put(first, line)
        line = []
      }
    }
    put(first, line)
    return dump
  }

  function fill() {
    places = []
    at = -1
    cursor.hidden = true
    box.replaceChildren(cursor)
    if (hexBox.checked) box.append(hexElement())
    else if (run.history.length === 0) box.append(element('p', 'hint', 'The history is empty.'))
    else {
      for (const record of run.history.records) {
        for (const o of run.history.omitted) if (record.start === o.end) box.append(element('p', 'omitted', `bytes ${number(o.start)} to ${number(o.end - 1)} are left out`))
        box.append(recordElement(record))
      }
    }
  }

  /** @param {number} byte */
  function placeOf(byte) {
    let low = 0, high = places.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[middle]?.end ?? 0) <= byte) low = middle + 1
      else high = middle
    }
    return places[low]
  }

  /** The frame in which a byte crossed the link. @param {Place} place @param {number} byte @returns {number[] | undefined} */
  function frameOf(place, byte) {
    const turn = run.turns[place.turn] ?? [0, run.cycles], toHost = place.by === 'oracle' ? 0 : 1
    const carriers = run.frames.filter((f) => f[0] === toHost && byte >= (f[4] ?? 0) && byte < (f[4] ?? 0) + (f[5] ?? 0))
    // An answer that was rolled back came before the one that stayed; what the Priestess wrote was sent after it was written.
    return toHost ? carriers.find((f) => (f[1] ?? 0) >= turn[0]) : carriers.filter((f) => (f[2] ?? 0) < turn[1]).at(-1)
  }

  /** @param {number} byte @param {boolean} [scroll] */
  function show(byte, scroll = false) {
    const place = placeOf(byte)
    if (!place) return
    let first = place.start, bytes = /** @type {number[]} */ (typeof place.cell === 'string' ? [] : place.cell), char = ''
    const range = document.createRange(), node = place.element.firstChild
    if (!node) return
    if (typeof place.cell === 'string') {
      const found = charAtByte(place.cell, byte - place.start)
      char = found.char
      first = place.start + found.byte
      bytes = cellBytes(char)
      range.setStart(node, found.index)
      range.setEnd(node, Math.min(place.cell.length, found.index + Math.max(1, char.length)))
    } else range.selectNodeContents(place.element)
    at = first
    if (scroll) place.element.scrollIntoView({ block: 'nearest' })
    let shown = range.getBoundingClientRect()
    const outer = box.getBoundingClientRect()
    if (scroll && (shown.top < outer.top || shown.bottom > outer.bottom)) {
      box.scrollTop += shown.top - outer.top - outer.height / 2
      shown = range.getBoundingClientRect()
    }
    cursor.hidden = false
    Object.assign(cursor.style, { left: `${shown.left - outer.left + box.scrollLeft}px`, top: `${shown.top - outer.top + box.scrollTop}px`, width: `${Math.max(2, shown.width)}px`, height: `${shown.height}px` })
    const frame = frameOf(place, first), only = bytes[0] ?? 0
    const what = char !== '' ? (char === '\n' ? 'line feed' : char === ' ' ? 'space' : char) : run.marks.includes(only) ? 'mark' : only === run.yieldSymbol ? 'yield symbol' : 'no text'
    says.replaceChildren(element('b', '', `byte ${number(first)}`), ` (0x${first.toString(16)}) · `, element('code', '', bytes.map(hex2).join(' ')), ` ${what} · written by `,
      element('span', `by-${place.by}`, writer(place.by)), ` in turn ${place.turn + 1}`)
    if (frame) says.append(` · crossed the link in the ${place.by === 'oracle' ? 'answer' : 'query'} with sequence ${number(frame[3] ?? 0)}, ${cyclesText(frame[1] ?? 0, (frame[2] ?? 0) + 1)}`)
    else says.append(' · never crossed the link')
  }

  /** The byte under a point of the window. @param {number} x @param {number} y @param {EventTarget | null} target */
  function byteAt(x, y, target) {
    const place = places.find((p) => p.element === target)
    if (!place || typeof place.cell !== 'string') return place?.start
    const found = document.caretPositionFromPoint ? document.caretPositionFromPoint(x, y) : document.caretRangeFromPoint?.(x, y)
    const node = found && ('offsetNode' in found ? found.offsetNode : found.startContainer), offset = found && ('offset' in found ? found.offset : found.startOffset)
    if (!node || node !== place.element.firstChild || offset === undefined || offset === null) return place.start
    // The caret stands before or behind the character that is pointed at.
    const range = document.createRange()
    const index = [offset, offset - 1].find((i) => {
      if (i < 0 || i >= place.cell.length) return false
      range.setStart(node, i)
      range.setEnd(node, i + 1)
      return [...range.getClientRects()].some((r) => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom)
    }) ?? clamp(0, offset, place.cell.length - 1)
    return place.start + byteOfIndex(place.cell, index)
  }

  let waiting = false
  box.addEventListener('pointermove', (e) => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      const byte = byteAt(e.clientX, e.clientY, e.target)
      if (byte !== undefined && byte !== at) show(byte)
    })
  })

  /** The byte before or behind the character at hand. @param {number} by */
  function step(by) {
    if (at < 0) return show(places[0]?.start ?? 0, true)
    const place = placeOf(at)
    if (!place) return
    const size = typeof place.cell === 'string' ? cellLength(charAtByte(place.cell, at - place.start).char) : 1
    const wanted = by > 0 ? at + size : at - 1
    const found = placeOf(wanted) ?? (by > 0 ? places.at(-1) : places[0])
    if (found) show(clamp(found.start, wanted, found.end - 1), true)
  }
  /** @param {number} by */
  function stepRecord(by) {
    const { records } = run.history, now = records.findIndex((r) => at >= r.start && at < r.end)
    const next = records[clamp(0, at < 0 ? 0 : now + by, records.length - 1)]
    if (next) show(next.start, true)
  }
  function toTimeline() {
    const place = at < 0 ? undefined : placeOf(at), frame = place && frameOf(place, at)
    if (frame) showCycles(frame[1] ?? 0, (frame[2] ?? 0) + 1)
  }
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => stepRecord(-1), ArrowDown: () => stepRecord(1),
    Home: () => show(places[0]?.start ?? 0, true), End: () => show((places.at(-1)?.end ?? 1) - 1, true), Enter: toTimeline,
  }
  box.addEventListener('keydown', (e) => {
    const does = e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || hexBox.checked ? undefined : keys[e.key]
    if (!does) return
    does()
    e.preventDefault()
  })
  box.addEventListener('dblclick', toTimeline)
  hexBox.addEventListener('change', fill)
  fill()
}
