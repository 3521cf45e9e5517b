import { dayOf } from '../days.ts'
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
