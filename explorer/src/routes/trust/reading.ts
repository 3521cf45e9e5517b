import type { ResponseOf } from '../../api/operations.ts'
import { grouped } from '../../lib/writing.ts'

export type Reading = ResponseOf<'getQuality'>['readings'][number]

/** Readings that stand or fall together: one hold of one or more facts. */
export interface Hold extends Reading {
  readonly facts: readonly string[]
}

/** One line for each hold, in the order of its first reading. */
export function holdsOf(readings: readonly Reading[]): Hold[] {
  const byId = new Map<string, Hold>()
  for (const reading of readings) {
    const known = byId.get(reading.id)
    byId.set(reading.id, {
      ...(known ?? reading),
      facts: [...new Set([...(known?.facts ?? []), reading.fact])],
    })
  }
  return [...byId.values()]
}

/** How far the caught figure is from the served one: ×3.00 or ÷2.50. */
export function ratioText({ value, servedValue }: Pick<Reading, 'value' | 'servedValue'>): string {
  if (value === null || servedValue === null || servedValue === 0) return '—'
  const ratio = value / servedValue
  if (ratio <= 0) return '—'
  return ratio >= 1 ? `×${grouped(ratio, 2)}` : `÷${grouped(1 / ratio, 2)}`
}

/** The limit that a guard names in its reason, such as 2 of ×2; null where it names none. */
export function limitOf(reason: string): number | null {
  const found = /limit is [×÷]\s?(\d+(?:\.\d+)?)/.exec(reason)
  return found === null ? null : Number(found[1])
}

/** The reason, a sentence a line, without repetitions. */
export function sentencesOf(reason: string): string[] {
  return [...new Set(reason.split(/(?<=\.) +/).filter((sentence) => sentence !== ''))]
}

/** What a hold waits for, or who decided it. */
export function decisionText({ state, release, decidedBy }: Reading): string {
  if (state === 'flagged') return 'served and listed'
  if (decidedBy !== null) return decidedBy
  return release === 'person' ? 'waits for a person' : 'waits for a reading that agrees'
}

/** Places on a logarithmic line, 0 to 1, of two figures and the band that would have passed. */
interface LogLine {
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

type FactAge = ResponseOf<'getFreshness'>['facts'][number]

// As the service has it: late is older than two steps.
const MAX_STEPS = 2

/** Days at whose end a fact was late; null where none is expected or no day is known. */
export function lateDays({ history = [], expectedSeconds }: FactAge): number | null {
  if (expectedSeconds === null || expectedSeconds === undefined) return null
  const ages = history.flatMap(({ ageSeconds }) => ageSeconds ?? [])
  return ages.length === 0 ? null : ages.filter((age) => age > expectedSeconds * MAX_STEPS).length
}
