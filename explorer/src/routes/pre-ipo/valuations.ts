import type { Body } from '../../api/request.ts'
import type { Annotation } from '../../blocks/chart/notes.ts'
import type { NamedPoints } from '../../lib/series.ts'
import { shortText, toSec } from '../../lib/writing.ts'

export type Month = Body<'getPreIpoValuations'>['data'][number]

export type Round = Body<'listPreIpoRaises'>['data'][number]

/** Estimates by month, and beside them the value of the last round as steps. */
export function valuationSeries(months: readonly Month[], rounds: readonly Round[]): NamedPoints[] {
  const known = rounds
    .filter(({ valuation }) => valuation !== null)
    .toSorted((a, b) => a.date.localeCompare(b.date))
  const lastAt = (date: string) =>
    known.findLast((round) => round.date.slice(0, 7) <= date.slice(0, 7))?.valuation ?? null
  return [
    {
      name: 'Estimate',
      points: months.map(({ date, estimatedValuation }) => [toSec(date), estimatedValuation]),
    },
    { name: 'Last round', points: months.map(({ date }) => [toSec(date), lastAt(date)]) },
  ]
}

/** Rounds on their own days, with the value after them where it is known. */
export function roundNotes(rounds: readonly Round[]): Annotation[] {
  return rounds.flatMap(({ date, series, valuation }) => {
    const sec = toSec(date)
    const name = series ?? 'Round'
    const value = valuation === null ? '' : `, ${shortText(valuation, { sign: '$' })}`
    return sec === null ? [] : [{ sec, text: name + value }]
  })
}
