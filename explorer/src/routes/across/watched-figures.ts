import { sumOf } from '../../lib/sum-of.ts'

/** The main figure of something that is watched, with its changes in percent. */
export interface WatchedFigure {
  readonly figure: string
  readonly value: number | null
  readonly day: number | null
  readonly week: number | null
}

export type Figures = ReadonlyMap<string, WatchedFigure>

type Row = Readonly<Record<string, unknown>>

/** Figures of protocols, by slug. */
export function protocolFigures(rows: readonly Row[]): Figures {
  return new Map(
    rows.map((row) => [String(row.slug), figure('TVL', row.tvl, row.change_1d, row.change_7d)]),
  )
}

/** Figures of chains, by name; their last days come as a line. */
export function chainFigures(rows: readonly Row[]): Figures {
  return new Map(
    rows.map((row) => {
      const line = (Array.isArray(row.spark) ? row.spark : []) as readonly unknown[]
      const change = (days: number) => percent(row.tvl, line.at(-1 - days))
      return [String(row.name), figure('TVL', row.tvl, change(1), change(7))]
    }),
  )
}

/** Supplies of stablecoins, by id. */
export function stablecoinFigures({ peggedAssets }: { peggedAssets: readonly Row[] }): Figures {
  return new Map(
    peggedAssets.map((row) => {
      const now = supply(row.circulating)
      return [
        String(row.id),
        figure(
          'supply',
          now,
          percent(now, supply(row.circulatingPrevDay)),
          percent(now, supply(row.circulatingPrevWeek)),
        ),
      ]
    }),
  )
}

/** Rates of pools, by id; changes are percentage points. */
export function poolFigures({ data }: { data: readonly Row[] }): Figures {
  return new Map(
    data.map((row) => [String(row.pool), figure('APY %', row.apy, row.apyPct1D, row.apyPct7D)]),
  )
}

/** Prices of coins, by id. */
export function coinFigures(
  { coins: days }: { coins: Readonly<Record<string, Row>> },
  { coins: weeks }: { coins: Readonly<Record<string, Row>> },
): Figures {
  return new Map(
    Object.entries(days).map(([id, row]) => [
      id,
      figure('price', row.price, row.change, weeks[id]?.change),
    ]),
  )
}

function figure(name: string, value: unknown, day: unknown, week: unknown): WatchedFigure {
  return { figure: name, value: known(value), day: known(day), week: known(week) }
}

function supply(amounts: unknown): number | null {
  return amounts == null ? null : sumOf(amounts as Record<string, number>)
}

export function percent(now: unknown, before: unknown): number | null {
  const from = known(before)
  const to = known(now)
  return from === null || to === null || from === 0 ? null : (to / from - 1) * 100
}

function known(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
