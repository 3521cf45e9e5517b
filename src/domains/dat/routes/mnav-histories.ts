import { orNull, tuple, where } from '../../../http/render/cells.ts'
import { list, members, nested, type Rows } from '../../../http/render/rows.ts'
import { at } from '../../../lib/at.ts'
import { marketHistory } from '../derive/market-history.ts'
import { roundedRatio } from '../derive/rounded-ratio.ts'
import { treasuryValues } from '../derive/treasury-values.ts'
import type { ShareMarket } from '../read/share-market.ts'
import type { Treasuries, Treasury } from '../read/treasuries.ts'

export type ValuedTreasury = Treasury & { readonly market: ShareMarket }

export interface TimeRange {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export function isWithin(atSec: number, { start, end }: TimeRange): boolean {
  return atSec >= (start ?? 0) && atSec <= (end ?? Number.POSITIVE_INFINITY)
}

/** The history of each institution under every asset that it holds, in their order. */
export function mNavHistories(
  treasuries: readonly ValuedTreasury[],
  context: Pick<Treasuries, 'assets' | 'today'>,
  range: TimeRange,
): Record<string, Rows> {
  const holdings = treasuries.flatMap((treasury) =>
    treasury.held.map(({ asset }) => ({ asset, treasury })),
  )
  const holders = Map.groupBy(holdings, ({ asset }) => asset)
  return Object.fromEntries(
    Array.from(holders, ([asset, all]) => {
      const ids = all.map(({ treasury }) => treasury.id)
      // Nearly all of the response: each history is computed when it is its turn to be written.
      const histories = all.map(
        ({ treasury }) =>
          () =>
            historyRows(treasury, context, range),
      )
      return [asset, members(ids, nested(histories))]
    }),
  )
}

/** Rows of time, realized, realistic and max mNAV. */
function historyRows(
  { holdings, market }: ValuedTreasury,
  { assets, today }: Pick<Treasuries, 'assets' | 'today'>,
  range: TimeRange,
): Rows {
  const values = treasuryValues(holdings, (asset) => assets.get(asset), today)
  const { timesSec, mNavs } = marketHistory(market.closes, market.shares, values, today)
  const rows = tuple(timesSec, ...mNavs.map((ratios) => orNull(ratios.map(roundedRatio))))
  return list(where(rows, (row) => isWithin(at(timesSec, row), range)))
}
