// Owns: the waves around a trap: which trap, the signals in rows, and the cycle that is pointed at.
import { byId, clamp, colour, drawAgain, element, mono, number, prepare, sans, soon } from './base.js'
import { axis, Span, steer } from './span.js'
import { drawSignal, isStill, valueAt, valueMore, valueText } from './wave-rows.js'

/** @param {import('./base.js').RunData} run */
export function waves(run) {
  if (run.waves.length === 0) return { show: () => undefined }
  const box = byId('waves-box'), says = byId('waves-says'), canvas = /** @type {HTMLCanvasElement} */ (byId('waves-canvas'))
  const select = /** @type {HTMLSelectElement} */ (byId('w-trap')), still = /** @type {HTMLInputElement} */ (byId('w-still'))
  const draw = soon(paint)
  let now = 0, cursor = -1
  let span = new Span(0, 1, 1, draw)
  const current = () => run.waves[now] ?? { trap: 0, from: 0, to: 1, signals: [] }
  const trap = () => run.traps[current().trap] ?? { slot: 0, cause: '', waits: 0, taken: 0 }
  const signals = () => current().signals.filter((s) => still.checked || !isStill(s))

  /** Rows: a name for each group, and its signals. @returns {{ head?: string, signal?: import('./base.js').Signal, y: number }[]} */
  function rows() {
    const { top, row } = geometry()
    /** @type {{ head?: string, signal?: import('./base.js').Signal, y: number }[]} */
    const found = []
    let y = top, group = ''
    for (const signal of signals()) {
      if (signal.group !== group) {
        group = signal.group
        found.push({ head: group, y })
        y += 24
      }
      found.push({ signal, y })
      y += row
    }
    return found
  }
  const geometry = () => {
    const wide = (canvas.parentElement?.clientWidth ?? 0) >= 760
    return { wide, gutter: wide ? 268 : 0, top: 26, row: wide ? 24 : 42, name: wide ? 0 : 18, wave: 17 }
  }

  /** A line through all rows, with a word at its top. @param {CanvasRenderingContext2D} c @param {number} cycle @param {string} word @param {string} fill @param {number} high */
  function line(c, cycle, word, fill, high) {
    const x = span.x(cycle + 0.5)
    if (x < span.left || x > span.left + span.width) return
    c.fillStyle = fill
    c.fillRect(x - 0.6, 16, 1.2, high - 16)
    c.font = `600 11px ${sans}`
    const wide = c.measureText(word).width
    if (word === '') return
    c.textBaseline = 'middle'
    c.fillText(word, clamp(span.left, x - wide - 4, span.left + span.width - wide), 39)
  }

  function paint() {
    const g = geometry(), list = rows(), last = list.at(-1), high = (last?.y ?? g.top) + g.row + 8
    const { c, width } = prepare(canvas, high)
    span.left = g.gutter
    span.width = width - g.gutter - 6
    axis(c, span, high)
    const colours = { ink: colour('ink'), wave: colour('tone-query'), inside: colour('tone-run'), trap: colour('tone-trap') }, { from } = current()
    if (cursor >= 0) {
      c.fillStyle = colour('mark')
      c.fillRect(span.x(cursor), 16, Math.max(1.5, span.scale), high - 16)
    }
    for (const { head, signal, y } of list) {
      c.textBaseline = 'middle'
      c.textAlign = 'left'
      if (head !== undefined) {
        c.fillStyle = colour('row')
        c.fillRect(0, y + 3, width, 20)
        c.font = `600 12px ${sans}`
        c.fillStyle = colour('ink')
        c.fillText(head, 5, y + 13)
      }
      if (!signal) continue
      c.font = `12px ${mono}`
      c.fillStyle = colour('ink')
      c.fillText(signal.name, 5, y + (g.name ? g.name / 2 + 2 : g.row / 2))
      const value = cursor < 0 ? '' : valueText(signal, valueAt(signal, cursor - from))
      if (value !== '') {
        c.fillStyle = colour('muted')
        c.textAlign = 'right'
        const shown = value.length > 12 && g.wide ? `…${value.slice(-11)}` : value
        c.fillText(shown, g.wide ? g.gutter - 8 : width - 8, y + (g.name ? g.name / 2 + 2 : g.row / 2))
        c.textAlign = 'left'
      }
      c.save()
      c.beginPath()
      c.rect(span.left, y, span.width, g.row)
      c.clip()
      c.font = `11px ${mono}`
      drawSignal(c, signal, span, from, y + (g.name || (g.row - g.wave) / 2), g.wave, colours)
      c.restore()
    }
    const { waits, taken } = trap()
    line(c, waits, 'record waits', colour('tone-trap'), high)
    line(c, taken, (taken - waits) * span.scale > 44 ? 'taken' : '', colour('tone-trap'), high)
  }

  function describe() {
    const { from } = current(), at = cursor - from
    says.replaceChildren(element('b', '', `cycle ${number(cursor)}`))
    const said = current().signals.filter((s) => at === 0 ? !isStill(s) && valueAt(s, 0) !== '' : valueAt(s, at) !== valueAt(s, at - 1))
    says.append(said.length === 0 ? ' · nothing changes' : ' · changes: ')
    said.slice(0, 12).forEach((s, n) => {
      const value = valueAt(s, at), more = valueMore(s, value)
      says.append(n === 0 ? '' : ', ', s.name, ' ', element('code', '', value === '' ? '–' : valueText(s, value)), more === '' ? '' : ` (${more})`)
    })
    if (said.length > 12) says.append(`, and ${said.length - 12} more`)
  }

  /** @param {number} cycle */
  function point(cycle) {
    cursor = clamp(current().from, cycle, current().to - 1)
    span.reveal(cursor)
    describe()
    draw()
  }

  /** @param {number} n */
  function choose(n) {
    now = clamp(0, n, run.waves.length - 1)
    select.value = String(now)
    const { from, to } = current()
    span = new Span(from, to, 8, draw)
    cursor = -1
    // Close enough to read, the moment at which the record waits in sight; the rest is a drag away.
    span.show(Math.max(from, trap().waits - 36), to)
    says.textContent = `trap ${current().trap + 1}: ${trap().cause} of slot ${trap().slot}; the window has cycles ${number(from)} to ${number(to - 1)}`
    draw()
  }

  steer(canvas, () => span, (x, _y, _click) => {
    if (x < span.left) return
    const cycle = clamp(current().from, Math.floor(span.cycle(x)), current().to - 1)
    if (cycle !== cursor) point(cycle)
  })
  /** @param {number} by */
  const step = (by) => point(cursor < 0 ? trap().waits : cursor + by)
  /** @type {Record<string, (shift: boolean) => void>} */
  const keys = {
    ArrowLeft: (shift) => step(shift ? -10 : -1), ArrowRight: (shift) => step(shift ? 10 : 1), n: () => choose(now + 1), p: () => choose(now - 1),
    '+': () => span.zoom(0.5, cursor < 0 ? trap().waits : cursor), '=': () => span.zoom(0.5, cursor < 0 ? trap().waits : cursor), '-': () => span.zoom(2), '0': () => span.all(), Home: () => span.all(),
  }
  box.addEventListener('keydown', (e) => {
    const does = e.ctrlKey || e.metaKey || e.altKey ? undefined : keys[e.key]
    if (!does) return
    does(e.shiftKey)
    e.preventDefault()
  })
  /** @type {Record<string, () => void>} */
  const buttons = { 'w-prev': () => choose(now - 1), 'w-next': () => choose(now + 1), 'w-in': () => span.zoom(0.5, cursor < 0 ? trap().waits : cursor), 'w-out': () => span.zoom(2), 'w-all': () => span.all() }
  for (const [id, does] of Object.entries(buttons)) byId(id).addEventListener('click', does)
  select.append(...run.waves.map((w, n) => new Option(`${w.trap + 1}: ${run.traps[w.trap]?.cause ?? ''}`, String(n))))
  select.addEventListener('change', () => choose(Number(select.value)))
  still.addEventListener('change', draw)
  choose(0)
  drawAgain(box, draw)
  return {
    /** @param {number} n the trap's number */
    show(n) {
      const found = run.waves.findIndex((w) => w.trap === n)
      if (found >= 0) choose(found)
    },
  }
}
