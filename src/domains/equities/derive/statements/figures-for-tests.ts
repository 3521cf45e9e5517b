import filed from '../../../../../test/data/filed-figures.json' with { type: 'json' }
import { dayOf } from '../days.ts'
import { figuresOf } from './figure-versions.ts'
import type { TaggedFigure } from './ledger.ts'
import { LINES, type LineName } from './statement-lines.ts'

/** A figure of a line's best tag, filed once. A period is `start..end`, a balance just a date. */
export function figure(
  line: LineName,
  period: string,
  value: number,
  { tag = 0, unit = 'USD', filed = '2026-01-01' } = {},
): TaggedFigure {
  const [start = '', end = start] = period.split('..')
  const { kind, tags } = LINES[line]
  const inUnit =
    kind === 'average' || kind === 'shareCount'
      ? 'shares'
      : kind === 'perShare'
        ? `${unit}/shares`
        : unit
  return {
    tag: tags[tag] ?? '',
    unit: inUnit,
    startDay: dayOf(start),
    endDay: dayOf(end),
    value,
    firstValue: value,
    firstFiled: filed,
    lastFiled: filed,
    changedFiled: filed,
  }
}

export const Q1 = '2025-01-01..2025-03-31'
export const Q2 = '2025-04-01..2025-06-30'
export const Q3 = '2025-07-01..2025-09-30'
export const HALF = '2025-01-01..2025-06-30'
export const NINE_MONTHS = '2025-01-01..2025-09-30'
export const YEAR = '2025-01-01..2025-12-31'

/** Figures that real companies filed; where they are from stands in the file. */
export function realFigures(company: keyof typeof filed.companies): TaggedFigure[] {
  return filed.companies[company].flatMap((row) => {
    const [tag = '', unit = '', start = '', end = '', day = '', accession = '', value] =
      row.split(' ')
    return figuresOf({ tag, unit, versions: [[end, start, day, accession, Number(value)]] })
  })
}
