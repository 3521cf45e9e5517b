import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { TransferPosition } from '../derive/transfer-position.ts'
import { type bridgeTransfers, partySql } from '../facts.ts'
import { standingTransfers } from './standing-transfers.ts'

export type Transfer = RowOf<typeof bridgeTransfers>

export interface TransferQuestion {
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

const POSITION = ['atSec', 'bridge', 'chain', 'txHash', 'logIndex']
const NEWEST_FIRST = `ORDER BY ${POSITION.map((name) => `${name} DESC`).join(', ')} LIMIT {limit:UInt32}`

/** The newest transfers that fit, newest first. */
export async function readTransfers(
  snapshot: Snapshot,
  question: TransferQuestion,
): Promise<Transfer[]> {
  if (question.bridges.length === 0) return []
  const { sourceChain, party, after } = question
  const lists = listsOf(question).map(
    ({ where, newest }) =>
      `(SELECT * EXCEPT (quality, run, recordedAt) ${standingTransfers(snapshot, where, newest)}
        ${sourceChain === undefined ? '' : 'AND sourceChain = {sourceChain:String}'} ${NEWEST_FIRST})`,
  )
  const { bridges, fromSec, toSec, limit } = question
  return snapshot.query<Transfer>(`SELECT * FROM (${lists.join(' UNION ALL ')}) ${NEWEST_FIRST}`, {
    bridges,
    fromSec,
    toSec: Math.min(toSec, after?.atSec ?? toSec),
    limit,
    ...(sourceChain !== undefined && { sourceChain }),
    ...(party !== undefined && { address: party.address, partyChain: party.chain }),
    ...after,
  })
}

/** Lists that the engine reads in order until the limit is reached, to be merged. */
function listsOf({ bridges, party, after }: TransferQuestion): { where: string; newest: string }[] {
  const isAfter =
    after === undefined
      ? ''
      : ` AND (${POSITION.join(', ')}) < ({atSec:UInt32}, {bridge:Int64}, {chain:String}, {txHash:String}, {logIndex:Int64})`
  const within = `atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}${isAfter}`
  // Rows of one bridge lie in order of time, which only an equality tells the engine.
  if (party === undefined)
    return bridges.map((_, index) => ({
      where: `bridge = {bridges:Array(Int64)}[${index + 1}] AND ${within}`,
      newest: '1',
    }))
  const isParty = (column: string) =>
    `${partySql('chain', column)} = ${partySql('{partyChain:String}', '{address:String}')} AND ${column} = {address:String} AND chain = {partyChain:String}`
  // An address is looked up as sender and as receiver, each in its own projection.
  return [
    isParty('fromAddress'),
    `${isParty('toAddress')} AND fromAddress != {address:String}`,
  ].map((newest) => ({ where: `bridge IN {bridges:Array(Int64)} AND ${within}`, newest }))
}
