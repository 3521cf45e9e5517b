import type { AnswerOf } from '../../api/operations.ts'
import { grouped } from '../../lib/numbers.ts'

export type Reading = AnswerOf<'getQuality'>['readings'][number]

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
