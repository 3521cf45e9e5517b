import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import { addFlows, type Flow, NO_FLOW } from './flow.ts'

/** Ranges of time that lists and details speak of. */
export const WINDOWS = [
  'lastHour',
  'last24h',
  'currentDay',
  'lastDay',
  'dayBeforeLast',
  'week',
  'month',
] as const
export type WindowFlows = Readonly<Record<(typeof WINDOWS)[number], Flow>>

/**
 * What is known of a bridge on a chain: its flow of any UTC day and of any hour, both numbered from
 * 1970.
 */
export interface FlowHistory {
  ofDay(day: number): Flow
  ofHour(hour: number): Flow
}

const HOURS_A_DAY = 24
const WEEK_DAYS = 7
const MONTH_DAYS = 30

/**
 * Flows of the windows that end at a moment (semantics 9.2, decision 86). Days and hours count when
 * they are complete: the last day is yesterday, a week its last seven days. Only the current day is
 * one that goes on.
 */
export function windowFlows({ ofDay, ofHour }: FlowHistory, nowSec: number): WindowFlows {
  const today = Math.floor(nowSec / DAY_SEC)
  const thisHour = Math.floor(nowSec / HOUR_SEC)
  return {
    lastHour: ofHour(thisHour - 1),
    last24h: sum(ofHour, thisHour - HOURS_A_DAY, thisHour),
    currentDay: ofDay(today),
    lastDay: ofDay(today - 1),
    dayBeforeLast: ofDay(today - 2),
    week: sum(ofDay, today - WEEK_DAYS, today),
    month: sum(ofDay, today - MONTH_DAYS, today),
  }
}

/** Flows of the same windows, added up. */
export function addWindowFlows(list: Iterable<WindowFlows>): WindowFlows {
  const total = Object.fromEntries(WINDOWS.map((window) => [window, NO_FLOW])) as Record<
    (typeof WINDOWS)[number],
    Flow
  >
  for (const flows of list) {
    for (const window of WINDOWS) total[window] = addFlows(total[window], flows[window])
  }
  return total
}

function sum(flowOf: (index: number) => Flow, from: number, end: number): Flow {
  let total = NO_FLOW
  for (let index = from; index < end; index++) total = addFlows(total, flowOf(index))
  return total
}
