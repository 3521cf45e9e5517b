export interface PegCoin {
  readonly id: string
  readonly symbol: string
  /** Hundredths of a percent away from the peg. */
  readonly points: number
  readonly supplyUsd: number
}

export interface PegDot extends PegCoin {
  /** From 0, far below the peg, over 0.5, on it, to 1. */
  readonly place: number
  /** Row from the middle outwards: 0, 1, −1, 2 … */
  readonly row: number
  /** Share of the largest radius; areas are as supplies. */
  readonly size: number
}

export const PEG_TICKS = [-1_000, -100, -10, 0, 10, 100, 1_000] as const
/** A coin that lost all of its value. */
const MOST_POINTS = 10_000
const SMALLEST = 0.2

/** Place on an axis that is logarithmic to both sides, so that a basis point shows beside a crash. */
export function pegPlace(points: number): number {
  const share =
    Math.log10(1 + Math.min(Math.abs(points), MOST_POINTS)) / Math.log10(1 + MOST_POINTS)
  return 0.5 + (Math.sign(points) * share) / 2
}

/** Coins along the axis, the largest first in the middle row; none is on another in its row. */
export function pegDots(coins: readonly PegCoin[], gap: number): PegDot[] {
  const most = Math.max(...coins.map(({ supplyUsd }) => supplyUsd), 1)
  const rows: PegDot[][] = []
  return coins
    .toSorted((a, b) => b.supplyUsd - a.supplyUsd)
    .map((coin) => {
      const place = pegPlace(coin.points)
      const size = Math.max(SMALLEST, Math.sqrt(coin.supplyUsd / most))
      const isFree = (row: readonly PegDot[]) =>
        row.every((other) => Math.abs(other.place - place) >= (gap * (other.size + size)) / 2)
      const found = rows.findIndex(isFree)
      const index = found === -1 ? rows.length : found
      const dot = { ...coin, place, size, row: rowAt(index) }
      rows[index] = [...(rows[index] ?? []), dot]
      return dot
    })
}

function rowAt(index: number): number {
  const away = Math.ceil(index / 2)
  return index % 2 === 1 ? away : -away || 0
}
