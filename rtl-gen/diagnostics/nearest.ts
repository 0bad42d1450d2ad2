// Owns: the names that somebody probably meant by one that is none.

/** The known names that are one or two slips away, the nearest first; at most three. */
export function nearest(name: string, known: Iterable<string>): string[] {
  const wanted = name.toLowerCase(), found: [number, string][] = []
  for (const k of known) {
    const other = k.toLowerCase(), d = distance(wanted, other)
    if (d <= Math.max(2, Math.floor(other.length / 4)) || (wanted.length > 2 && other.includes(wanted))) found.push([d, k])
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, 3).map(f => f[1])
}

/** What to do about a name that is none: the near ones, or all if they are few. */
export function remedy(name: string, known: readonly string[]): string {
  const near = nearest(name, known), quoted = (names: readonly string[]): string => names.map(n => `\`${n}\``).join(', ')
  if (near.length > 0) return `did you mean ${quoted(near)}?`
  return known.length === 0 ? 'there is none of this kind' : `there ${known.length === 1 ? 'is' : 'are'} ${quoted(known.slice(0, 12))}${known.length > 12 ? `, and ${known.length - 12} more` : ''}`
}

/** Letters to put in, take out or change on the way from one name to the other; two neighbours that change places are one slip. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 4) return Infinity
  let before: number[] = [], row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    before = row
    row = next
  }
  return row[b.length]!
}
