import type { Body } from '../../api/answers.ts'
import { DAY_SEC, toSec } from '../../lib/times.ts'

export type EarningsEvent = Body<'listEarningsCalendar'>[number]

const TIMES: Readonly<Record<string, string>> = {
  bmo: 'before the open',
  amc: 'after the close',
  dmt: 'during trading',
}
const SOURCES: Readonly<Record<string, string>> = {
  '8k_item_202': 'earnings release',
  periodic_filing: 'periodic report',
  cadence_model: 'earlier dates',
}

export function timeText({ report_time }: EarningsEvent): string | null {
  return report_time === null ? null : (TIMES[report_time] ?? null)
}

export function sourceText({ source }: EarningsEvent): string {
  return SOURCES[source] ?? source
}

/** 2026-11-16 */
export function isoDay(sec: number): string {
  return new Date(sec * 1000).toISOString().slice(0, 10)
}

/** The Monday of the week of a day. */
export function weekOf(date: string): string {
  const sec = toSec(date)
  if (sec === null) return ''
  const day = Math.floor(sec / DAY_SEC)
  // Day 0 of Unix time was a Thursday.
  return isoDay((day - ((day + 3) % 7)) * DAY_SEC)
}
