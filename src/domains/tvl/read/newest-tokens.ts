import { amongKeys } from '../../../cache/among-keys.ts'
import { keyedState } from '../../../cache/state.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Protocol } from '../../registry/public.ts'
import type { TokenRow } from '../derive/token-points.ts'
import { tvlTokens } from '../facts.ts'
import {
  type NewestRecord,
  readFirstTokens,
  readTokensBefore,
  type TimedTokenRow,
} from './series.ts'

export type NewestTokens = ReadonlyMap<string, NewestRecord<TokenRow>>

/** The newest token record of protocols: a history of all tokens would take far longer to read. */
export const newestTokensState = keyedState<string, NewestRecord<TokenRow>>({
  name: 'tvl.newestTokens',
  reads: [tvlTokens],
  key: sql`protocol`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`protocol`, keys)
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

/**
 * Tokens of a day's first record. A child without a record that day holds what it held before, so
 * that a gap is not a flow; without a record of anybody there is nothing.
 */
export async function readTokensOfDay(
  family: readonly Protocol[],
  daySec: number,
  snapshot: Snapshot,
): Promise<TimedTokenRow[]> {
  const ids = family.map((member) => member.id)
  const rows = await readFirstTokens(snapshot, ids, {
    startSec: daySec,
    endSec: daySec + DAY_SEC - 1,
  })
  const present = new Set(rows.map((row) => row.protocol))
  const absent = ids.filter((id) => !present.has(id))
  if (rows.length === 0 || absent.length === 0) return rows
  return [...rows, ...(await readTokensBefore(snapshot, absent, daySec - 1))]
}

/** Tokens of the newest records, or of the newest at or before a timestamp. */
export async function readNewestTokens(
  family: readonly Protocol[],
  untilSec: number | undefined,
  { snapshot, states }: RequestContext,
): Promise<TimedTokenRow[]> {
  const ids = family.map((member) => member.id)
  if (untilSec !== undefined) return readTokensBefore(snapshot, ids, untilSec)
  const newest = await states.get(newestTokensState, snapshot)
  return ids.flatMap((protocol) => {
    const record = newest.get(protocol)
    return record === undefined
      ? []
      : record.rows.map((row) => ({ ...row, protocol, atSec: record.newestSec }))
  })
}
