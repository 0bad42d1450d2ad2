// Owns: where blocks and wires lie: blocks in columns, wires at right angles in the channels between them. (Layout libraries that know
// sides and rows of ports are larger than this whole package; the small ones end wires anywhere on a block.)

/** A box with rows of pins; `left` and `right` give the middle of each pin from the top. */
export interface Box { readonly width: number; readonly height: number; readonly pins: readonly { readonly side: 'left' | 'right'; readonly y: number }[]; readonly pinned?: 'first' | 'last' }
export interface Link { readonly from: { readonly block: number; readonly pin: number }; readonly to: readonly { readonly block: number; readonly pin: number }[]; readonly weight: number }
export interface Point { readonly x: number; readonly y: number }
export interface Placed {
  readonly width: number; readonly height: number
  /** Upper left corners. */
  readonly boxes: readonly Point[]
  /** For each link its straight pieces, each from a point to a point. */
  readonly wires: readonly (readonly (readonly [Point, Point])[])[]
  /** For each link the points where more than two pieces meet. */
  readonly joints: readonly (readonly Point[])[]
}

/** Rows of pins lie on multiples of this; lanes of wires through a column lie between them. */
export const row = 14
const laneStep = 7
const trackStep = 6
const channelMargin = 22
const gap = 2 * row
const mostColumns = 5
const sweeps = 12

/** What stands in a column, from the top: a block, or the lane of a link that passes. */
type Item = { readonly kind: 'block'; readonly block: number } | { readonly kind: 'lane'; readonly link: number }

/** Blocks in an order in which most wires go forward (Eades, Lin and Smyth); ties by number. */
function forwardOrder(boxes: readonly Box[], links: readonly Link[]): number[] {
  const weight = new Map<string, number>()
  for (const l of links) for (const t of l.to) if (t.block !== l.from.block) weight.set(`${l.from.block} ${t.block}`, (weight.get(`${l.from.block} ${t.block}`) ?? 0) + l.weight)
  const left = new Set(boxes.keys())
  const sum = (n: number, out: boolean): number => [...left].reduce((s, m) => s + (m === n ? 0 : weight.get(out ? `${n} ${m}` : `${m} ${n}`) ?? 0), 0)
  const head: number[] = []
  const tail: number[] = []
  const take = (n: number, to: 'head' | 'tail'): void => {
    left.delete(n)
    if (to === 'head') head.push(n)
    else tail.unshift(n)
  }
  boxes.forEach((b, i) => { if (b.pinned !== undefined) take(i, b.pinned === 'first' ? 'head' : 'tail') })
  while (left.size > 0) {
    const sink = [...left].reverse().find(n => sum(n, true) === 0)
    const source = [...left].find(n => sum(n, false) === 0)
    if (sink !== undefined) {
      left.delete(sink)
      tail.splice(0, 0, sink)
    } else if (source !== undefined) take(source, 'head')
    else take([...left].reduce((a, b) => (sum(b, true) - sum(b, false) > sum(a, true) - sum(a, false) ? b : a)), 'head')
  }
  const last = boxes.findIndex(b => b.pinned === 'last')
  return [...head, ...tail.filter(n => n !== last), ...(last < 0 ? [] : [last])]
}

/** The column of each block: behind all that lead to it; neighbours are put together when there are too many. */
function columnsOf(boxes: readonly Box[], links: readonly Link[]): number[][] {
  const order = forwardOrder(boxes, links)
  const place = new Map(order.map((n, i) => [n, i]))
  const level = new Map<number, number>()
  for (const n of order) {
    const before = links.filter(l => l.to.some(t => t.block === n) && place.get(l.from.block)! < place.get(n)!).map(l => level.get(l.from.block)! + 1)
    level.set(n, boxes[n]!.pinned === 'first' ? 0 : Math.max(boxes.some(b => b.pinned === 'first') ? 1 : 0, ...before))
  }
  const last = Math.max(0, ...level.values())
  for (const [n, b] of boxes.entries()) if (b.pinned === 'last') level.set(n, order.length > 1 ? Math.max(last, ...order.filter(m => m !== n).map(m => level.get(m)! + 1)) : 0)
  const strict = [...new Set(level.values())].sort((a, b) => a - b).map(l => order.filter(n => level.get(n) === l))
  const inner = strict.filter(c => c.every(n => boxes[n]!.pinned === undefined))
  if (inner.length <= mostColumns) return strict
  const height = (c: readonly number[]): number => c.reduce((s, n) => s + boxes[n]!.height + gap, 0)
  const target = Math.max(...inner.flat().map(n => boxes[n]!.height), inner.reduce((s, c) => s + height(c), 0) / mostColumns)
  const packed: number[][] = []
  for (const n of inner.flat()) {
    const now = packed.at(-1)
    if (now === undefined || height([...now, n]) > target * 1.15) packed.push([n])
    else now.push(n)
  }
  return [...strict.filter(c => c.some(n => boxes[n]!.pinned === 'first')), ...packed, ...strict.filter(c => c.some(n => boxes[n]!.pinned === 'last'))]
}

/** Isotonic regression: places in order, each as near to what it wants as the others let it. */
function settle(wanted: readonly number[], sizes: readonly number[]): number[] {
  const groups: { sum: number; count: number; from: number }[] = []
  let offset = 0
  const offsets = sizes.map(s => {
    const before = offset
    offset += s
    return before
  })
  wanted.forEach((w, i) => {
    groups.push({ sum: w - offsets[i]!, count: 1, from: i })
    for (let b = groups.at(-1)!, a = groups.at(-2); a !== undefined && a.sum / a.count > b.sum / b.count; b = groups.at(-1)!, a = groups.at(-2)) {
      groups.pop()
      a.sum += b.sum
      a.count += b.count
    }
  })
  return wanted.map((_, i) => {
    const g = groups.findLast(x => x.from <= i)!
    return g.sum / g.count + offsets[i]!
  })
}

/** Boxes and wires without overlaps: boxes never touch each other or a wire that is not theirs, and no two wires share a piece. The same input gives the same places. */
export function layOut(boxes: readonly Box[], links: readonly Link[]): Placed {
  const columns = columnsOf(boxes, links)
  const columnOf = new Map(columns.flatMap((c, i) => c.map(n => [n, i] as const)))
  // A link uses the channels from the leftmost to the rightmost that it has to reach; channel c lies right of column c. It has a lane through each column between.
  const spans = links.map(l => {
    const reach = [columnOf.get(l.from.block)!, ...l.to.map(t => columnOf.get(t.block)! - 1)]
    return { low: Math.min(...reach), high: Math.max(...reach) }
  })
  const items: Item[][] = columns.map((c, i) => [
    ...c.map((block): Item => ({ kind: 'block', block })),
    ...links.flatMap((_, link): Item[] => (spans[link]!.low < i && i <= spans[link]!.high ? [{ kind: 'lane', link }] : [])),
  ])
  const blockY = new Map<number, number>()
  const laneY = columns.map(() => new Map<number, number>())
  place(items, boxes, links, columns, columnOf, blockY, laneY)
  return route(boxes, links, columns, columnOf, spans, blockY, laneY)
}

const sizeOf = (item: Item, next: Item | undefined, boxes: readonly Box[]): number => (item.kind === 'lane' ? (next?.kind === 'lane' ? laneStep : row) : boxes[item.block]!.height + (next?.kind === 'lane' ? row : gap))

/** Orders the items of each column by what they are joined to, and gives them places; several times, from the left and from the right. */
function place(
  items: Item[][], boxes: readonly Box[], links: readonly Link[], columns: readonly (readonly number[])[],
  columnOf: ReadonlyMap<number, number>, blockY: Map<number, number>, laneY: Map<number, number>[],
): void {
  const stack = (c: number, wanted: readonly number[]): void => {
    const column = items[c]!
    const sizes = column.map((x, i) => sizeOf(x, column[i + 1], boxes))
    settle(wanted, sizes).forEach((y, i) => {
      const item = column[i]!
      if (item.kind === 'block') blockY.set(item.block, y)
      else laneY[c]!.set(item.link, y)
    })
  }
  items.forEach((column, c) => {
    let y = 0
    const start = column.map((x, i) => {
      const before = y
      y += sizeOf(x, column[i + 1], boxes)
      return before
    })
    stack(c, start)
  })
  const pinY = (e: { readonly block: number; readonly pin: number }): number => blockY.get(e.block)! + boxes[e.block]!.pins[e.pin]!.y
  /** Where a link lies in the channels beside a column. */
  const near = (link: number, c: number): number[] => {
    const l = links[link]!
    const ys: number[] = []
    if (columnOf.get(l.from.block) === c || columnOf.get(l.from.block) === c - 1) ys.push(pinY(l.from))
    for (const t of l.to) if (columnOf.get(t.block) === c || columnOf.get(t.block) === c + 1) ys.push(pinY(t))
    for (const other of [c - 1, c + 1]) {
      const y = laneY[other]?.get(link)
      if (y !== undefined) ys.push(y)
    }
    return ys
  }
  const mean = (ys: readonly number[], otherwise: number): number => (ys.length === 0 ? otherwise : ys.reduce((a, b) => a + b, 0) / ys.length)
  const wants = (item: Item, c: number): number => {
    if (item.kind === 'lane') return mean(near(item.link, c), laneY[c]!.get(item.link)!)
    const ys: number[] = []
    links.forEach((l, link) => {
      const mine = [...(l.from.block === item.block ? [l.from] : []), ...l.to.filter(t => t.block === item.block)]
      for (const m of mine) {
        const offset = boxes[item.block]!.pins[m.pin]!.y
        const across = l.from.block === item.block ? l.to.filter(t => t.block !== item.block) : [l.from]
        const others = across.filter(t => Math.abs(columnOf.get(t.block)! - c) === 1).map(pinY)
        for (const other of [c - 1, c + 1]) {
          const y = laneY[other]?.get(link)
          if (y !== undefined) others.push(y)
        }
        if (others.length > 0) ys.push(mean(others, 0) - offset)
      }
    })
    return mean(ys, blockY.get(item.block)!)
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const order = [...columns.keys()]
    if (sweep % 2 === 1) order.reverse()
    for (const c of order) {
      const column = items[c]!
      const middle = (x: Item, w: number): number => w + (x.kind === 'block' ? boxes[x.block]!.height / 2 : 0)
      const keyed = column.map((item, i) => ({ item, wanted: wants(item, c), i })).sort((a, b) => middle(a.item, a.wanted) - middle(b.item, b.wanted) || a.i - b.i)
      items[c] = keyed.map(k => k.item)
      stack(c, keyed.map(k => k.wanted))
    }
  }
  snap(items, boxes, blockY, laneY)
}

/** Onto the grid, from the top, so that pins of both sides and lanes of neighbouring columns never share a height. */
function snap(items: readonly (readonly Item[])[], boxes: readonly Box[], blockY: Map<number, number>, laneY: readonly Map<number, number>[]): void {
  const top = Math.min(...blockY.values(), ...laneY.flatMap(l => [...l.values()]))
  items.forEach((column, c) => {
    let free = 0
    const phase = c % 2 === 0 ? 2 : 5
    column.forEach((item, i) => {
      const wanted = Math.max(free, (item.kind === 'block' ? blockY.get(item.block)! : laneY[c]!.get(item.link)!) - top)
      if (item.kind === 'block') {
        const y = Math.ceil(wanted / row) * row
        blockY.set(item.block, y)
        free = y + boxes[item.block]!.height + (column[i + 1]?.kind === 'lane' ? laneStep : gap)
      } else {
        const y = Math.ceil((wanted - phase) / laneStep) * laneStep + phase
        laneY[c]!.set(item.link, y)
        free = y + (column[i + 1]?.kind === 'lane' ? 1 : laneStep)
      }
    })
  })
}

function route(
  boxes: readonly Box[], links: readonly Link[], columns: readonly (readonly number[])[], columnOf: ReadonlyMap<number, number>,
  spans: readonly { readonly low: number; readonly high: number }[], blockY: ReadonlyMap<number, number>, laneY: readonly ReadonlyMap<number, number>[],
): Placed {
  const widths = columns.map(c => Math.max(...c.map(n => boxes[n]!.width)))
  const pinY = (e: { readonly block: number; readonly pin: number }): number => blockY.get(e.block)! + boxes[e.block]!.pins[e.pin]!.y
  // Heights at which each link enters a channel from the left and leaves it to the right.
  const entries = columns.map((_, channel) => links.map((l, link) => {
    const left = [...(columnOf.get(l.from.block) === channel ? [pinY(l.from)] : []), ...(laneY[channel]?.has(link) === true ? [laneY[channel]!.get(link)!] : [])]
    const right = [...l.to.filter(t => columnOf.get(t.block)! - 1 === channel).map(pinY), ...(laneY[channel + 1]?.has(link) === true ? [laneY[channel + 1]!.get(link)!] : [])]
    return { left, right, all: [...left, ...right] }
  }))
  // Backward links to the first column leave through a channel at its left.
  const outer = links.map((l, link) => {
    const right = [...l.to.filter(t => columnOf.get(t.block) === 0).map(pinY), ...(spans[link]!.low < 0 && laneY[0]!.has(link) ? [laneY[0]!.get(link)!] : [])]
    return { left: [] as number[], right, all: right }
  })
  const channels = [outer, ...entries]
  const tracks = channels.map(assignTracks)
  let x = 0
  const channelX: number[] = []
  const columnX: number[] = []
  channels.forEach((_, k) => {
    channelX.push(x)
    const used = tracks[k]!.count
    x += k === 0 && used === 0 ? 0 : k === channels.length - 1 && used === 0 ? 0 : 2 * channelMargin + used * trackStep
    if (k < columns.length) {
      columnX.push(x)
      x += widths[k]!
    }
  })
  const boxX = (n: number): number => columnX[columnOf.get(n)!]! + Math.floor((widths[columnOf.get(n)!]! - boxes[n]!.width) / 2)
  const wires = links.map((): (readonly [Point, Point])[] => [])
  const joints = links.map((): Point[] => [])
  channels.forEach((channel, k) => channel.forEach((e, link) => {
    if (e.all.length === 0) return
    const track = channelX[k]! + channelMargin + tracks[k]!.of.get(link)! * trackStep
    const [from, to] = [Math.min(...e.all), Math.max(...e.all)]
    if (from < to) wires[link]!.push([{ x: track, y: from }, { x: track, y: to }])
    for (const y of new Set(e.all)) {
      const both = e.left.includes(y) && e.right.includes(y)
      if ((y > from && y < to) || (both && from < to)) joints[link]!.push({ x: track, y })
    }
    const columnLeft = k - 1
    const l = links[link]!
    for (const y of e.left) {
      const isPin = columnOf.get(l.from.block) === columnLeft && pinY(l.from) === y
      wires[link]!.push([{ x: isPin ? boxX(l.from.block) + boxes[l.from.block]!.width : columnX[columnLeft]! + widths[columnLeft]!, y }, { x: track, y }])
    }
    for (const y of e.right) {
      const target = l.to.find(t => columnOf.get(t.block) === k && pinY(t) === y)
      wires[link]!.push([{ x: track, y }, { x: target === undefined ? columnX[k]! : boxX(target.block), y }])
    }
  }))
  laneY.forEach((lanes, c) => { for (const [link, y] of lanes) wires[link]!.push([{ x: columnX[c]!, y }, { x: columnX[c]! + widths[c]!, y }]) })
  const height = Math.max(...boxes.map((b, n) => blockY.get(n)! + b.height), ...laneY.flatMap(l => [...l.values()]))
  return { width: x, height, boxes: boxes.map((_, n) => ({ x: boxX(n), y: blockY.get(n)! })), wires, joints }
}

/** Heights at which a link enters a channel from the left and leaves it to the right. */
interface Entry { readonly left: readonly number[]; readonly right: readonly number[]; readonly all: readonly number[] }

/** Vertical tracks of a channel: wires whose stretches overlap have tracks of their own, in the order of the heights at which they start. */
function assignTracks(channel: readonly Entry[]): { readonly of: ReadonlyMap<number, number>; readonly count: number } {
  const stretches = channel.flatMap((e, link) => (e.all.length === 0 ? [] : [{ link, from: Math.min(...e.all), to: Math.max(...e.all), start: e.left[0] ?? Math.max(...e.all) }]))
  const of = new Map<number, number>()
  const tracks: { from: number; to: number }[][] = []
  for (const s of stretches.sort((a, b) => a.start - b.start || a.link - b.link)) {
    let t = 0
    while (tracks[t]?.some(o => s.from <= o.to + 2 && o.from <= s.to + 2) === true) t++
    ;(tracks[t] ??= []).push(s)
    of.set(s.link, t)
  }
  return { of, count: tracks.length }
}
