const MAX_SUGGESTIONS = 3

/** Up to three known names closest to what was asked, for the body of a 404. */
export function suggest(asked: string, known: Iterable<string>): string[] {
  const wanted = asked.toLowerCase().slice(0, 64)
  const limit = Math.max(2, Math.floor(wanted.length / 3))
  const scored: { name: string; distance: number }[] = []
  for (const name of known) {
    const candidate = name.toLowerCase()
    const distance =
      candidate.startsWith(wanted) && wanted.length > 2 ? 1 : editDistance(wanted, candidate, limit)
    if (distance <= limit) scored.push({ name, distance })
  }
  return scored
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map((entry) => entry.name)
}

/** Levenshtein distance, given up as soon as it must exceed `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = nextRow(a, b, i, previous)
    if (Math.min(...row) > limit) return limit + 1
    previous = row
  }
  return previous[b.length] ?? limit + 1
}

function nextRow(a: string, b: string, i: number, previous: number[]): number[] {
  const row = [i]
  for (let j = 1; j <= b.length; j++) {
    const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
    row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
  }
  return row
}
