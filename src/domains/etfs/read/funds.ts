import { amongKeys } from '../../../cache/among-keys.ts'
import { keyedState } from '../../../cache/state.ts'
import { at } from '../../../lib/at.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import type { Fact, RowOf } from '../../../store/fact.ts'
import { dailyFlows, type Flow, netAssetValue, type Split } from '../derive/flows.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'

/** A fund's trading day as it was reported. */
type ReportedDay = Omit<RowOf<typeof etfDays>, 'ticker' | 'atSec'> & { readonly daySec: number }

/** The same with what follows from it. */
export interface FundDay {
  readonly reported: ReportedDay
  readonly navUsd: number | null
  readonly flow: Flow
}

type Description = Omit<RowOf<typeof etfs>, 'ticker' | 'atSec'>

const UNDESCRIBED = {
  issuer: null,
  name: null,
  type: null,
  custodian: null,
  feePct: null,
  url: null,
  asset: null,
} satisfies Record<keyof Description, null>

/** All but the ticker and the days is `null` of a fund that was never described. */
export type Fund = { readonly [N in keyof Description]: Description[N] | null } & {
  readonly ticker: string
  /** In order of time, at least one. */
  readonly days: readonly FundDay[]
}

/** All funds that have a day, with the flow of each day worked out. */
export const fundsState = keyedState<string, Fund>({
  name: 'etfs.funds',
  reads: [etfs, etfDays, etfSplits],
  key: sql`toString(ticker)`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`ticker`, keys)
    const read = async <Row>(fact: Fact, columns: Sql) => {
      const rows = await snapshot.query<Row & { ticker: string }>(
        sql`SELECT ticker, ${columns} FROM ${snapshot.current(fact, where)} ORDER BY 1, 2`,
        { keys },
      )
      return Map.groupBy(rows, ({ ticker }) => ticker)
    }
    const [described, splits, reported] = await Promise.all([
      read<Description>(etfs, sql`issuer, name, type, custodian, feePct, url, asset`),
      read<Split>(etfSplits, sql`atSec AS daySec, ratio`),
      read<ReportedDay>(
        etfDays,
        sql`atSec AS daySec, asOfSec, priceUsd, navUsd, volumeUsd, shares, aumUsd, underlying,
          underlyingPriceUsd, flowsUsd`,
      ),
    ])
    return Array.from(reported, ([ticker, days]): [string, Fund] => [
      ticker,
      {
        ...UNDESCRIBED,
        ...described.get(ticker)?.[0],
        ticker,
        days: toDays(days, splits.get(ticker) ?? []),
      },
    ])
  },
})

function toDays(reported: readonly ReportedDay[], splits: readonly Split[]): FundDay[] {
  const flows = dailyFlows(reported, splits)
  return reported.map((day, index) => ({
    reported: day,
    navUsd: netAssetValue(day.navUsd, day.aumUsd, day.shares),
    flow: at(flows, index),
  }))
}
