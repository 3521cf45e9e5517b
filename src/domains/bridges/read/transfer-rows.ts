import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { TransferPosition } from '../derive/transfer-position.ts'
import { bridgeTransfers, partySql, UNDONE_SQL } from '../facts.ts'
import type { TransferRange } from './transfer-source.ts'

export type Transfer = RowOf<typeof bridgeTransfers>

export interface TransferQuestion extends TransferRange {
  /** No bridge with transfers is left out: an address is found faster without naming them. */
  readonly ofAllBridges?: boolean
  readonly sourceChain: string | undefined
  /** Only transfers on a chain from or to an address. */
  readonly party: { chain: string; address: string } | undefined
  /** Only transfers after this one in the list. */
  readonly after: TransferPosition | undefined
  readonly limit: number
}

const POSITION = ['atSec', 'bridge', 'chain', 'txHash', 'logIndex']

/** The newest transfers that fit, newest first. */
export function readNewest(snapshot: Snapshot, question: TransferQuestion): Promise<Transfer[]> {
  const order = POSITION.map((name) => `${name} DESC`).join(', ')
  const newest = `ORDER BY ${order} LIMIT {limit:UInt32}`
  const isWanted = question.sourceChain === undefined ? '1' : 'sourceChain = {sourceChain:String}'
  const parts = partsOf(question).map(
    (part) =>
      `SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(bridgeTransfers, whereOf(question), part)}
       WHERE NOT ${UNDONE_SQL} AND ${isWanted} ${newest}`,
  )
  const all = parts.map((part) => `(${part})`).join(' UNION ALL ')
  return snapshot.query<Transfer>(
    parts.length === 1 ? parts.join() : `SELECT * FROM (${all}) ${newest}`,
    paramsOf(question),
  )
}

function whereOf({ bridges, ofAllBridges = false, after }: TransferQuestion): string {
  const conditions = ['atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}']
  // The rows of one bridge lie in order of time, which only an equality tells the engine.
  if (bridges.length === 1) conditions.unshift('bridge = {onlyBridge:Int64}')
  else if (!ofAllBridges) conditions.unshift('bridge IN {bridges:Array(Int64)}')
  if (after !== undefined)
    conditions.push(
      `(${POSITION.join(', ')}) < ({atSec:UInt32}, {bridge:Int64}, {chain:String}, {txHash:String}, {logIndex:Int64})`,
    )
  return conditions.join(' AND ')
}

/** An address is looked up as sender and as receiver, each in its own projection. */
function partsOf({ party }: TransferQuestion): string[] {
  if (party === undefined) return ['1']
  const isParty = (column: string) =>
    `${partySql('chain', column)} = ${partySql('{partyChain:String}', '{address:String}')} AND ${column} = {address:String} AND chain = {partyChain:String}`
  return [isParty('fromAddress'), `${isParty('toAddress')} AND fromAddress != {address:String}`]
}

function paramsOf(question: TransferQuestion): Record<string, unknown> {
  const { bridges, fromSec, toSec, sourceChain, party, after, limit } = question
  return {
    bridges,
    onlyBridge: bridges[0],
    fromSec,
    toSec,
    limit,
    ...(sourceChain !== undefined && { sourceChain }),
    ...(party !== undefined && { address: party.address, partyChain: party.chain }),
    ...after,
  }
}
