import type { Bar } from '../../blocks/candles/candle-shapes.ts'

/** Time, opening, high, low, closing, volume; newest first. */
export type BarRow = readonly [
  sec: number,
  open: number | null,
  high: number | null,
  low: number | null,
  close: number | null,
  volume: number | null,
]

/** Bars oldest first; one without a price has no shape and is left out. */
export function barsOf(rows: readonly BarRow[]): Bar[] {
  return rows.toReversed().flatMap(([sec, open, high, low, close, volume]) => {
    if (open === null || high === null || low === null || close === null) return []
    return [{ sec, open, high, low, close, volume }]
  })
}
