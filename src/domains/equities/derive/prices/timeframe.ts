import { at } from '../../../../lib/at.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../../../lib/clock.ts'
import { monthsBefore, yearStart } from '../days.ts'

export const TIMEFRAMES = ['1D', '7D', '1W', '1M', '3M', '6M', 'YTD', '1Y', '5Y', 'MAX'] as const
export type Timeframe = (typeof TIMEFRAMES)[number]

const MONTHS = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12, '5Y': 60 }

/** A timeframe in any case; empty means all of history. */
export function findTimeframe(text: string): Timeframe | undefined {
  const wanted = text.trim().toUpperCase()
  return wanted === '' ? 'MAX' : TIMEFRAMES.find((timeframe) => timeframe === wanted)
}

/** Whether a timeframe is shown in five-minute steps. */
export function isIntraday(timeframe: Timeframe): timeframe is '1D' | '7D' | '1W' {
  return timeframe === '1D' || timeframe === '7D' || timeframe === '1W'
}

/** The first timestamp, counted back in calendar units (equities.md#timeframes). */
export function timeframeStart(timeframe: Timeframe, nowSec: number): number {
  const day = dayStart(nowSec) / DAY_SEC
  if (timeframe === 'MAX') return 0
  if (timeframe === 'YTD') return yearStart(day) * DAY_SEC
  if (isIntraday(timeframe)) return nowSec - 7 * DAY_SEC
  return monthsBefore(day, MONTHS[timeframe]) * DAY_SEC
}

// Longer than any lunch break of an exchange, shorter than any night.
const SESSION_GAP_SEC = 3 * HOUR_SEC

/** The bars of the newest session: those after the last long gap. */
export function lastSession<B extends { readonly atSec: number }>(
  bars: readonly B[],
): readonly B[] {
  const start = bars.findLastIndex(
    ({ atSec }, index) => index > 0 && atSec - at(bars, index - 1).atSec > SESSION_GAP_SEC,
  )
  return bars.slice(Math.max(0, start))
}
