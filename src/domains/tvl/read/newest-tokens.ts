import { keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import type { TokenRow } from '../derive/token-points.ts'
import { tvlTokens } from '../facts.ts'
import type { NewestRecord } from './series.ts'

export type NewestTokens = ReadonlyMap<string, NewestRecord<TokenRow>>

/**
 * The newest token record of every protocol: to look for them in the history of all tokens would
 * take the engine far longer.
 */
export const newestTokensState = keyedState<string, NewestRecord<TokenRow>>({
  name: 'tvl.newestTokens',
  reads: [tvlTokens],
  key: sql`protocol`,
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? sql`1` : sql`protocol IN {keys:Array(String)}`
    const times = sql`SELECT protocol, max(atSec) ${snapshot.versions(tvlTokens, where)} GROUP BY protocol`
    const rows = await snapshot.query<TokenRow & { protocol: string; atSec: number }>(
      sql`SELECT protocol, atSec, chain, section, token, symbol, amount, valueUsd
       FROM ${snapshot.current(tvlTokens, sql`${where} AND (protocol, atSec) IN (${times})`)}
       ORDER BY protocol, chain, section, token`,
      { keys },
    )
    const byProtocol = Map.groupBy(rows, ({ protocol }) => protocol)
    return [...byProtocol].map(([protocol, own]): [string, NewestRecord<TokenRow>] => [
      protocol,
      {
        newestSec: Math.max(...own.map(({ atSec }) => atSec)),
        rows: own.map(({ protocol: _, atSec: __, ...row }) => row),
      },
    ])
  },
})
