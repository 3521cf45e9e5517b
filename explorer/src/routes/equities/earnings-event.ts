import type { Body } from '../../api/request.ts'
import { weekStart } from '../../lib/series-steps.ts'
import { isoDay, toSec } from '../../lib/writing.ts'

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

/** The Monday of the week of a day. */
export function weekOf(date: string): string {
  const sec = toSec(date)
  return sec === null ? '' : isoDay(weekStart(sec))
}
