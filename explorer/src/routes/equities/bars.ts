import type { Body } from '../../api/answers.ts'
import type { Bar } from '../../blocks/candles/candle-shapes.ts'

/** Time, opening, high, low, closing, volume; newest first. */
export type BarRow = Body<'getEquityOhlcv'>[number]

/** Bars oldest first; one without a price has no shape and is left out. */
export function barsOf(rows: readonly BarRow[]): Bar[] {
  return rows.toReversed().flatMap(([sec, open, high, low, close, volume]) => {
    if (open === null || high === null || low === null || close === null) return []
    return [{ sec, open, high, low, close, volume }]
  })
}
