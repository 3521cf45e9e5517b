import { keyedState } from '../../../cache/state.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { sql } from '../../../lib/sql.ts'
import type { Holding } from '../derive/valued-holdings.ts'
import { treasuryHoldings } from '../facts.ts'

/** A holder's newest record. */
interface NewestHoldings {
  newestSec: number
  holdings: readonly Holding[]
}

/** The newest record of every holder. */
export const newestHoldingsState = keyedState<string, NewestHoldings>({
  name: 'treasuries.newest',
  reads: [treasuryHoldings],
  key: sql`holder`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`holder IN {keys:Array(String)}`
    const newest = sql`SELECT holder, max(atSec) ${snapshot.versions(treasuryHoldings, where)} GROUP BY holder`
    const rows = await snapshot.columns<{
      holder: string[]
      atSec: number[]
      chain: string[]
      token: string[]
      amount: number[]
    }>(
      sql`SELECT holder, atSec, chain, token, amount
       FROM ${snapshot.current(treasuryHoldings, sql`${where} AND (holder, atSec) IN (${newest})`)} ORDER BY holder, chain, token`,
      { keys },
    )
    const byHolder = Map.groupBy(eachRow(rows), ({ holder }) => holder)
    return [...byHolder].map(([holder, own]): [string, NewestHoldings] => [
      holder,
      {
        newestSec: Math.max(...own.map(({ atSec }) => atSec)),
        holdings: own.map(({ chain, token, amount }) => ({ chain, token, amount })),
      },
    ])
  },
})
