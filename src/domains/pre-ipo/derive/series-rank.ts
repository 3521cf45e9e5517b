import { ownMember } from '../../../lib/records.ts'

const NAMED: Readonly<Record<string, number>> = {
  angel: 1,
  preseed: 2,
  seed: 3,
  // Letters begin at 10.
  growth: 40,
  late: 41,
  preipo: 50,
}

/**
 * How far along a kind of round is: Pre-Seed, Seed, Series A to Z, growth, Pre-IPO; 0 for a label
 * that says nothing of it.
 */
export function seriesRank(series: string | null): number {
  const label = seriesKey(series)
  const letter = /^series([a-z])\d*$/.exec(label)?.[1]
  if (letter !== undefined) return 10 + letter.charCodeAt(0) - 'a'.charCodeAt(0)
  return ownMember(NAMED, label.replace(/stage$/, '')) ?? 0
}

/** A label in one spelling, to tell whether two are the same; empty when there is none. */
export function seriesKey(series: string | null): string {
  if (series === null) return ''
  return series
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/round$/, '')
}
