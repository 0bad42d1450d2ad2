// Owns: the timeline: lanes of stretches on a canvas, the overview above it, and what is said about the stretch that is pointed at or chosen.
import { byId, clamp, colour, cyclesText, drawAgain, element, mono, number, prepare, sans, soon } from './base.js'
import { axis, Span, steer } from './span.js'

/**
 * A lane with absolute cycles. `reach`: the last cycle that any stretch up to this one touches.
 * @typedef {{ name: string, kind: string, starts: number[], cycles: number[], labels: number[], period: number[], times: number[], reach: number[] }} Track
 * @typedef {{ lane: number, index: number, round: number }} Place
 */

/** @param {import('./base.js').Lane} lane @returns {Track} */
function track({ name, kind, starts, cycles, labels, repeats }) {
  let at = 0, far = 0
  const period = starts.map(() => 0), times = starts.map(() => 1)
  for (const [index, p, n] of repeats) {
    period[index] = p
    times[index] = n
  }
  const from = starts.map((s) => at += s)
  const reach = from.map((s, i) => far = Math.max(far, s + (period[i] ?? 0) * ((times[i] ?? 1) - 1) + (cycles[i] ?? 0)))
  return { name, kind, starts: from, cycles, labels, period, times, reach }
}

/** The first index whose value is at least `wanted`. @param {number[]} sorted @param {number} wanted */
function firstAtLeast(sorted, wanted) {
  let low = 0, high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** @param {import('./base.js').RunData} run */
export function timeline(run) {
  const box = byId('timeline-box'), says = byId('timeline-says')
  const canvas = /** @type {HTMLCanvasElement} */ (byId('timeline-canvas')), small = /** @type {HTMLCanvasElement} */ (byId('overview'))
  const tracks = run.lanes.map(track)
  /** @type {Place | undefined} */
  let chosen
  let lane = 0, trap = -1
  /** Cycles that another part of the page points at. @type {[number, number] | undefined} */
  let marked
  const draw = soon(paint)
  const span = new Span(0, run.cycles, 12, draw)

  /** Where the lanes stand: names beside them where there is room, else above. */
  const geometry = () => {
    const wide = (canvas.parentElement?.clientWidth ?? 0) >= 760
    return { gutter: wide ? 172 : 0, top: 24, height: wide ? 28 : 40, bar: 20, name: wide ? 0 : 15 }
  }
  /** @param {Track} t @param {number} i @param {number} round */
  const startOf = (t, i, round) => (t.starts[i] ?? 0) + (t.period[i] ?? 0) * round
  /** @param {Track} t @param {number} i */
  const label = (t, i) => run.labels[t.labels[i] ?? 0] ?? { short: '', long: '', tone: 'other' }

  /** @param {CanvasRenderingContext2D} c @param {Track} t @param {number} y @param {number} high @param {Record<string, string>} colours @param {Span} s */
  function lanePaint(c, t, y, high, colours, s) {
    let last = -1
    for (let i = firstAtLeast(t.reach, s.from); i < t.starts.length && (t.starts[i] ?? 0) < s.to; i++) {
      const { tone, short } = label(t, i), fill = colours[tone] ?? '', period = t.period[i] ?? 0, times = t.times[i] ?? 1, cycles = t.cycles[i] ?? 0
      // Closer together than can be seen: one stretch, hatched.
      const dense = times > 1 && period * s.scale < 3
      const first = times > 1 && !dense ? clamp(0, Math.floor((s.from - (t.starts[i] ?? 0)) / period), times - 1) : 0
      for (let round = first; round < (dense ? 1 : times); round++) {
        const start = startOf(t, i, round), end = dense ? start + period * (times - 1) + cycles : start + cycles
        if (start >= s.to) break
        const x = clamp(s.left, s.x(start), s.left + s.width), far = clamp(s.left, s.x(end), s.left + s.width)
        if (cycles === 0) {
          c.fillStyle = fill
          c.beginPath()
          c.moveTo(x - 4, y)
          c.lineTo(x + 4, y)
          c.lineTo(x, y + 7)
          c.fill()
          c.fillRect(x - 0.75, y, 1.5, high)
          continue
        }
        if (far <= last) continue
        const wide = Math.max(1, far - x)
        last = x + wide
        c.globalAlpha = tone === 'wait' ? 0.16 : dense ? 0.3 : 0.34
        c.fillStyle = fill
        c.fillRect(x, y + (tone === 'wait' ? 5 : 0), wide, high - (tone === 'wait' ? 10 : 0))
        c.globalAlpha = 1
        if (tone !== 'wait') {
          c.fillRect(x, y, Math.min(wide, 1.5), high)
          c.fillRect(x, y + high - 1.5, wide, 1.5)
        }
        if (dense) for (let h = x; h < far; h += 5) c.fillRect(h, y, 0.75, high)
        if (wide > 24 && short !== '' && !dense) {
          c.fillStyle = colours['ink'] ?? ''
          if (c.measureText(short).width < wide - 7) c.fillText(short, x + 5, y + high / 2)
        }
      }
    }
  }

  const tones = ['ink', 'command', 'query', 'answer', 'other', 'sending', 'host', 'appending', 'trap', 'level', 'run', 'wait', 'many']
  const palette = () => Object.fromEntries(tones.map((tone) => [tone, colour(tone === 'ink' ? 'ink' : `tone-${tone}`)]))

  function paint() {
    const g = geometry(), high = g.top + tracks.length * g.height + 6
    const { c, width } = prepare(canvas, high)
    span.left = g.gutter
    span.width = width - g.gutter - 6
    axis(c, span, high)
    const colours = palette()
    if (marked) {
      c.fillStyle = colour('mark')
      c.fillRect(span.x(marked[0]), 16, Math.max(2, (marked[1] - marked[0]) * span.scale), high - 16)
    }
    tracks.forEach((t, n) => {
      const y = g.top + n * g.height
      if (n === lane && document.activeElement === box) {
        c.fillStyle = colour('row')
        c.fillRect(0, y, width, g.height)
      }
      c.font = `12px ${sans}`
      c.textBaseline = 'middle'
      c.fillStyle = colour('muted')
      c.fillText(t.name, g.gutter ? 4 : 2, y + (g.name ? g.name / 2 + 1 : g.height / 2))
      c.save()
      c.beginPath()
      c.rect(span.left, y, span.width, g.height)
      c.clip()
      c.font = `11.5px ${mono}`
      lanePaint(c, t, y + (g.name || (g.height - g.bar) / 2), g.bar, colours, span)
      c.restore()
      c.fillStyle = colour('line')
      c.fillRect(0, y + g.height - 0.5, width, 0.5)
    })
    const place = chosen && tracks[chosen.lane]
    if (chosen && place) {
      const start = startOf(place, chosen.index, chosen.round), x = span.x(start), y = g.top + chosen.lane * g.height + (g.name || (g.height - g.bar) / 2)
      c.strokeStyle = colour('focus')
      c.lineWidth = 2
      c.strokeRect(x - 1, y - 1, Math.max(4, (place.cycles[chosen.index] ?? 0) * span.scale + 2), g.bar + 2)
    }
    overview(colours)
  }

  /** The whole run, the slots only, and which part of it the timeline shows. @param {Record<string, string>} colours */
  function overview(colours) {
    const { c, width } = prepare(small, 30), whole = new Span(0, run.cycles, 1, () => undefined), slots = tracks.filter((t) => t.kind === 'slot')
    whole.left = 1
    whole.width = width - 2
    const each = 24 / Math.max(1, slots.length)
    c.fillStyle = colour('row')
    c.fillRect(0, 2, width, 26)
    slots.forEach((t, n) => lanePaint(c, t, 3 + n * each, each, colours, whole))
    c.fillStyle = colour('shade')
    c.fillRect(0, 0, whole.x(span.from), 30)
    c.fillRect(whole.x(span.to), 0, width, 30)
    c.strokeStyle = colour('focus')
    c.lineWidth = 1.5
    c.strokeRect(whole.x(span.from), 1, Math.max(3, (span.to - span.from) * whole.scale), 28)
  }

  /** @param {Place | undefined} p */
  function describe(p) {
    const t = p && tracks[p.lane]
    says.replaceChildren()
    if (!p || !t) return
    const start = startOf(t, p.index, p.round), cycles = t.cycles[p.index] ?? 0, times = t.times[p.index] ?? 1
    says.append(element('b', '', t.name), ` · ${label(t, p.index).long} · ${cyclesText(start, start + cycles)}`)
    if (times > 1) says.append(` · ${number(p.round + 1)} of ${number(times)}, one every ${number(t.period[p.index] ?? 0)} cycles`)
  }

  /** @param {number} x @param {number} y @returns {Place | undefined} */
  function hit(x, y) {
    const g = geometry(), n = Math.floor((y - g.top) / g.height), t = tracks[n]
    if (!t || x < span.left) return undefined
    const cycle = span.cycle(x), near = 5 / span.scale
    /** @type {Place | undefined} */
    let best
    let distance = near
    for (let i = firstAtLeast(t.reach, cycle - near); i < t.starts.length && (t.starts[i] ?? 0) <= cycle + near; i++) {
      const period = t.period[i] ?? 0, round = period === 0 ? 0 : clamp(0, Math.floor((cycle - (t.starts[i] ?? 0)) / period), (t.times[i] ?? 1) - 1)
      const start = startOf(t, i, round), end = start + (t.cycles[i] ?? 0), off = cycle < start ? start - cycle : cycle >= end ? cycle - end : 0
      // Of those that are as near, the shortest: a moment stands on top of a stretch.
      if (off < distance || (off === 0 && distance === 0)) {
        best = { lane: n, index: i, round }
        distance = off
      }
    }
    return best
  }

  steer(canvas, () => span, (x, y, click) => {
    const found = hit(x, y)
    if (click) {
      chosen = found
      if (found) lane = found.lane
      draw()
    }
    if (found || click) describe(found ?? chosen)
    canvas.classList.toggle('over', found !== undefined)
  })

  /** @param {number} by */
  function next(by) {
    const t = tracks[lane]
    if (!t || t.starts.length === 0) return
    let index = firstAtLeast(t.starts, span.from), round = 0
    if (chosen && chosen.lane === lane) {
      index = chosen.index
      round = chosen.round + by
      if (round < 0 || round >= (t.times[index] ?? 1)) {
        index += by
        round = by > 0 ? 0 : (t.times[index] ?? 1) - 1
      }
    }
    index = clamp(0, index, t.starts.length - 1)
    chosen = { lane, index, round: clamp(0, round, (t.times[index] ?? 1) - 1) }
    span.reveal(startOf(t, index, chosen.round))
    describe(chosen)
    draw()
  }

  /** Cycles in sight, and pointed at. @param {number} from @param {number} to @param {number} [around] */
  function show(from, to, around = Math.max(60, (to - from) * 2)) {
    marked = [from, Math.max(to, from + 1)]
    span.show(from - around, to + around)
  }

  /** @param {number} by */
  function toTrap(by) {
    if (run.traps.length === 0) return
    trap = clamp(0, trap + by, run.traps.length - 1)
    const found = run.traps[trap]
    if (!found) return
    show(found.waits, found.taken + 1, 150)
    says.replaceChildren(element('b', '', `trap ${trap + 1} of ${run.traps.length}`), ` · ${found.cause} of slot ${found.slot} · waits in cycle ${number(found.waits)}, taken in cycle ${number(found.taken)}`)
  }

  const turns = /** @type {HTMLSelectElement} */ (byId('t-turn'))
  turns.append(new Option('all', ''), ...run.turns.map((_, n) => new Option(String(n + 1), String(n))))
  turns.addEventListener('change', () => {
    const turn = turns.value === '' ? undefined : run.turns[Number(turns.value)]
    marked = undefined
    if (turn) span.show(turn[0], turn[1])
    else span.all()
  })
  const all = () => {
    marked = undefined
    span.all()
  }
  /** @type {Record<string, () => void>} */
  const buttons = { 't-in': () => span.zoom(0.5), 't-out': () => span.zoom(2), 't-all': all, 't-prev': () => toTrap(-1), 't-next': () => toTrap(1) }
  for (const [id, does] of Object.entries(buttons)) byId(id).addEventListener('click', does)

  /** @type {Record<string, (shift: boolean) => void>} */
  const keys = {
    ArrowLeft: () => span.move((span.from - span.to) / 8), ArrowRight: () => span.move((span.to - span.from) / 8),
    ArrowUp: () => { lane = Math.max(0, lane - 1); says.textContent = tracks[lane]?.name ?? '' },
    ArrowDown: () => { lane = Math.min(tracks.length - 1, lane + 1); says.textContent = tracks[lane]?.name ?? '' },
    '+': () => span.zoom(0.5), '=': () => span.zoom(0.5), '-': () => span.zoom(2), '0': all, Home: all,
    Enter: (shift) => next(shift ? -1 : 1), t: () => toTrap(1), T: () => toTrap(-1),
  }
  box.addEventListener('keydown', (e) => {
    const does = e.ctrlKey || e.metaKey || e.altKey ? undefined : keys[e.key]
    if (!does) return
    does(e.shiftKey)
    e.preventDefault()
    draw()
  })
  box.addEventListener('focus', draw)
  box.addEventListener('blur', draw)
  small.addEventListener('pointerdown', (e) => small.setPointerCapture(e.pointerId))
  for (const kind of /** @type {const} */ (['pointerdown', 'pointermove'])) {
    small.addEventListener(kind, (e) => {
      if (e.buttons !== 1) return
      const r = small.getBoundingClientRect(), cycle = (e.clientX - r.left) / r.width * run.cycles, half = (span.to - span.from) / 2
      span.show(cycle - half, cycle + half)
    })
  }
  drawAgain(box, draw)
  draw()
  return { show }
}
