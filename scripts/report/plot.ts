// Owns: a small plot as SVG: lines over a logarithmic axis to the right and a linear one upwards from 0.

export interface Line { readonly name: string; readonly points: readonly (readonly [number, number])[] }
export interface Plot { readonly title: string; readonly across: string; readonly up: string; readonly lines: readonly Line[] }

const width = 640, height = 360, left = 64, right = 16, top = 40, bottom = 56
const colours = ['#1f5f8b', '#b5502d', '#4d7c3a', '#7a4a8c']

/** A round number at or above, and the steps below it. */
function ticksTo(most: number): number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(most, 1e-9)))
  const step = [0.2, 0.5, 1, 2].map((s) => s * size).find((s) => most / s <= 6) ?? 2 * size
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step)
}
const short = (n: number): string => (n >= 1e6 ? `${n / 1e6}M` : n >= 1000 ? `${n / 1000}k` : `${Number(n.toPrecision(6))}`)
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The same plot gives the same text. */
export function svg({ title, across, up, lines }: Plot): string {
  const all = lines.flatMap((l) => l.points), xs = all.map(([x]) => x), ys = all.map(([, y]) => y)
  const low = Math.floor(Math.log10(Math.min(...xs))), high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...xs)))), ticks = ticksTo(Math.max(...ys)), most = ticks.at(-1)!
  const x = (v: number): string => (left + (Math.log10(v) - low) / (high - low) * (width - left - right)).toFixed(1)
  const y = (v: number): string => (height - bottom - v / most * (height - top - bottom)).toFixed(1)
  const text = (at: string, anchor: string, words: string): string => `<text ${at} text-anchor="${anchor}">${escaped(words)}</text>`
  const decades = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`, text(`x="${left}" y="20" font-size="14"`, 'start', title),
    ...ticks.map((t) => `<path d="M${left} ${y(t)}H${width - right}" stroke="#ddd"/>${text(`x="${left - 6}" y="${Number(y(t)) + 4}"`, 'end', short(t))}`),
    ...decades.map((d) => `<path d="M${x(d)} ${height - bottom}v5" stroke="#444"/>${text(`x="${x(d)}" y="${height - bottom + 20}"`, 'middle', short(d))}`),
    `<path d="M${left} ${top}V${height - bottom}H${width - right}" stroke="#444" fill="none"/>`,
    text(`x="${(left + width - right) / 2}" y="${height - 14}"`, 'middle', across), text(`x="${-(top + height - bottom) / 2}" y="16" transform="rotate(-90)"`, 'middle', up),
    ...lines.flatMap(({ name, points }, i) => {
      const colour = colours[i % colours.length]!
      return [
        `<path d="M${points.map(([a, b]) => `${x(a)} ${y(b)}`).join('L')}" stroke="${colour}" stroke-width="2" fill="none"/>`,
        ...points.map(([a, b]) => `<circle cx="${x(a)}" cy="${y(b)}" r="2.5" fill="${colour}"/>`),
        text(`x="${width - right}" y="${top + 4 + 16 * i}" fill="${colour}"`, 'end', name),
      ]
    }),
    '</svg>', '',
  ].join('\n')
}
