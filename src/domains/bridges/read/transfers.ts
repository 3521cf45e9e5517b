import { identifier, identifiers, joinSql, type Sql, sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { TransferPosition } from '../derive/transfer-list.ts'
import { bridgeTransfers, partySql, UNDONE_SQL } from '../facts.ts'

/** SQL of some bridges in a range of time, both ends included. */
export const IN_RANGE_SQL = sql`bridge IN {bridges:Array(Int64)} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`

/** SQL after `SELECT …` of standing transfers; `where` is of key and time, `newest` of values. */
export function standingTransfers(snapshot: Snapshot, where: Sql, newest?: Sql): Sql {
  return sql`FROM ${snapshot.current(bridgeTransfers, where, newest)} WHERE NOT ${UNDONE_SQL}`
}

export type Transfer = RowOf<typeof bridgeTransfers>

export interface TransferQuery {
  readonly bridges: readonly number[]
  readonly fromSec: number
  readonly toSec: number
  readonly sourceChain: string | undefined
  /** Only transfers on a chain from or to an address. */
  readonly party: { chain: string; address: string } | undefined
  /** Only transfers after this one in the list. */
  readonly after: TransferPosition | undefined
  readonly limit: number
}

// No two transfers are equal in all of these, so that a list always breaks at the same place
// (bridges.md#transaction-lists).
const POSITION = ['atSec', 'bridge', 'chain', 'txHash', 'logIndex']
const NEWEST_FIRST = sql`ORDER BY ${joinSql(POSITION.map((name) => sql`${identifier(name)} DESC`))} LIMIT {limit:UInt32}`
const IS_AFTER = sql`(${identifiers(POSITION)}) < ({atSec:UInt32}, {bridge:Int64}, {chain:String}, {txHash:String}, {logIndex:Int64})`

const isParty = (column: Sql) =>
  sql`${partySql(sql`chain`, column)} = ${partySql(sql`{partyChain:String}`, sql`{address:String}`)} AND ${column} = {address:String} AND chain = {partyChain:String}`
// An address is looked up as sender and as receiver, each in its own projection.
const IS_PARTY = [
  isParty(sql`fromAddress`),
  sql`${isParty(sql`toAddress`)} AND fromAddress != {address:String}`,
]

/** The newest transfers that fit, newest first. */
export function readTransfers(
  snapshot: Snapshot,
  { bridges, fromSec, toSec, sourceChain, party, after, limit }: TransferQuery,
): Promise<Transfer[]> {
  const isOne = bridges.length === 1
  const fromSource = sourceChain === undefined ? sql`` : sql`AND sourceChain = {sourceChain:String}`
  const where = joinSql(
    [
      // Rows of one bridge are in order of time, which only an equality tells the engine.
      isOne ? sql`bridge = {bridges:Array(Int64)}[1]` : sql`bridge IN {bridges:Array(Int64)}`,
      sql`atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`,
      after === undefined ? sql`1` : IS_AFTER,
    ],
    sql` AND `,
  )
  const standing = (extra: Sql, newest?: Sql) =>
    sql`${standingTransfers(snapshot, sql`${where} ${extra}`, newest)} ${fromSource}`
  const list = (extra: Sql, newest?: Sql) =>
    sql`SELECT * EXCEPT (quality, run, recordedAt) ${standing(extra, newest)} ${NEWEST_FIRST}`
  // Rows of several bridges do not: their times are read first, then the rows that are not too old.
  const times = sql`SELECT atSec ${timesOf(snapshot, where)} ${fromSource}`
  const notTooOld = sql`AND atSec >= (SELECT if(count() < {limit:UInt32}, 0, min(atSec)) FROM (${times} ORDER BY atSec DESC LIMIT {limit:UInt32}))`
  const ofParty = joinSql(
    IS_PARTY.map((isParty) => sql`(${list(sql``, isParty)})`),
    sql` UNION ALL `,
  )
  const statement =
    party === undefined
      ? list(isOne ? sql`` : notTooOld)
      : sql`SELECT * FROM (${ofParty}) ${NEWEST_FIRST}`
  return snapshot.query<Transfer>(statement, {
    bridges,
    fromSec,
    toSec: Math.min(toSec, after?.atSec ?? toSec),
    limit,
    ...(sourceChain !== undefined && { sourceChain }),
    ...(party !== undefined && { address: party.address, partyChain: party.chain }),
    ...after,
  })
}

/**
 * SQL after `SELECT …` of enough transfers to tell how far back the newest go. Times of replaced
 * ones are left out, because comparing whole keys reads much more.
 */
function timesOf(snapshot: Snapshot, where: Sql): Sql {
  const revised = snapshot.revisedKeys(bridgeTransfers, sql`atSec`)
  if (revised === undefined) return standingTransfers(snapshot, where)
  return sql`${snapshot.versions(bridgeTransfers, sql`${where} AND atSec NOT IN (${revised})`)} AND NOT ${UNDONE_SQL}`
}
