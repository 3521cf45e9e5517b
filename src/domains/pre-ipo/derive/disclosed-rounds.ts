import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
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

/** How far along: Pre-Seed, Seed, Series A to Z, growth, Pre-IPO; 0 when the label does not say. */
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

export interface Round {
  atSec: number
  amountUsd: number | null
  valuationUsd: number | null
  series: string | null
}

/** What one source says of a round. */
export interface RoundReport extends Round {
  source: string
  report: string
}

const SAME_SERIES_DAYS = 90
const SAME_AMOUNT_DAYS = 30
const AMOUNT_TOLERANCE = 0.1

/** Rounds of earliest date, median amount and valuation, highest label (contract, rule 4). */
export function disclosedRounds(reports: readonly RoundReport[]): Round[] {
  const groups: RoundReport[][] = []
  for (const report of reports.toSorted(inOrder)) {
    const same = groups.find(
      (group) =>
        group.some((other) => isSameRound(other, report)) &&
        group.every(({ source }) => source !== report.source),
    )
    if (same === undefined) groups.push([report])
    else same.push(report)
  }
  return groups.map(unite).sort((a, b) => a.atSec - b.atSec)
}

/** The same series within 90 days, or amounts within a tenth of the larger within 30 days. */
export function isSameRound(a: RoundReport, b: RoundReport): boolean {
  const days = Math.abs(a.atSec - b.atSec) / DAY_SEC
  const label = seriesKey(a.series)
  if (label !== '' && label === seriesKey(b.series)) return days <= SAME_SERIES_DAYS
  if (days > SAME_AMOUNT_DAYS || a.amountUsd === null || b.amountUsd === null) return false
  return (
    Math.abs(a.amountUsd - b.amountUsd) <= AMOUNT_TOLERANCE * Math.max(a.amountUsd, b.amountUsd)
  )
}

function unite(reports: readonly RoundReport[]): Round {
  const labelled = reports.filter(({ series }) => series !== null)
  const best = labelled.reduce<RoundReport | undefined>(
    (known, report) =>
      known === undefined || seriesRank(report.series) > seriesRank(known.series) ? report : known,
    undefined,
  )
  return {
    atSec: Math.min(...reports.map(({ atSec }) => atSec)),
    amountUsd: median(reports.flatMap(({ amountUsd }) => amountUsd ?? [])),
    valuationUsd: median(reports.flatMap(({ valuationUsd }) => valuationUsd ?? [])),
    series: best?.series ?? null,
  }
}

/** The middle of what is known; of two in the middle their mean. */
function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  return (at(sorted, (sorted.length - 1) >> 1) + at(sorted, sorted.length >> 1)) / 2
}

function inOrder(a: RoundReport, b: RoundReport): number {
  if (a.atSec !== b.atSec) return a.atSec - b.atSec
  const [one, two] = [`${a.source} ${a.report}`, `${b.source} ${b.report}`]
  return one < two ? -1 : Number(one > two)
}
