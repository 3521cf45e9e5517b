/** Places on a logarithmic line, 0 to 1, of two figures and the band that would have passed. */
export interface LogLine {
  readonly caught: number
  readonly served: number | null
  readonly band: readonly [from: number, to: number] | null
}

// Room at both ends, so that no mark stands on the edge.
const ROOM = 4

/** Null where a figure has no place on such a line: 0 and less, or nothing caught. */
export function logLine(
  caught: number | null,
  served: number | null,
  limit: number | null,
): LogLine | null {
  if (caught === null || caught <= 0) return null
  const known = served !== null && served > 0 ? served : null
  const lowest = Math.log10(Math.min(caught, known ?? caught) / ROOM)
  const highest = Math.log10(Math.max(caught, known ?? caught) * ROOM)
  const place = (value: number) =>
    Math.min(1, Math.max(0, (Math.log10(value) - lowest) / (highest - lowest)))
  return {
    caught: place(caught),
    served: known === null ? null : place(known),
    band: known === null || limit === null ? null : [place(known / limit), place(known * limit)],
  }
}

const YEAR_SEC = 31_536_000

/** Place of an age on a line from a second to a year; null where it is not known. */
export function agePlace(sec: number | null | undefined): number | null {
  if (sec === null || sec === undefined) return null
  return Math.min(1, Math.log10(Math.max(1, sec)) / Math.log10(YEAR_SEC))
}
