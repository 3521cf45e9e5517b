import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { comparePositions, type TransferPosition } from '../derive/transfer-position.ts'
import { bridgeTransfers, partySql } from '../facts.ts'
import type { DayFlows } from './day-flows.ts'
import { mayHaveVersions, type Stretch } from './transfer-source.ts'

export type Transfer = RowOf<typeof bridgeTransfers> & { run: number }

export interface TransferQuestion extends Stretch {
  /**
   * No bridge that has transfers is left out, so that they need not be named: looking for an
   * address is much quicker without.
   */
  readonly ofAllBridges?: boolean
  readonly sourceChain: string | undefined
  /** Only transfers on a chain from or to an address. */
  readonly party: { chain: string; address: string } | undefined
  /** Only transfers after this one in the list. */
  readonly after: TransferPosition | undefined
  readonly limit: number
}

const CHECKED_AT_ONCE = 2_000

/**
 * Rows of a stretch that fit, counted no further than `most` and one: an address is counted as
 * sender and as receiver apart.
 */
export async function countUpTo(
  snapshot: Snapshot,
  question: TransferQuestion,
  most: number,
): Promise<number> {
  const counts = conditionsOf(question).map(async (where) => {
    const [row] = await snapshot.query<{ rows: number }>(
      `SELECT count() AS rows FROM (SELECT 1 ${snapshot.versions(bridgeTransfers, where)} LIMIT {most:UInt32})`,
      { ...paramsOf(question), most: most + 1 },
    )
    return row?.rows ?? 0
  })
  return Math.max(...(await Promise.all(counts)))
}

/** Adds the transfers of a stretch to those found, until the limit is reached. */
export async function readStretch(
  snapshot: Snapshot,
  question: TransferQuestion,
  flows: DayFlows,
  found: Transfer[],
): Promise<void> {
  let after = question.after
  while (found.length < question.limit) {
    const wanted = question.limit - found.length
    const page = await readPage(snapshot, { ...question, after, limit: wanted })
    const newest = await withoutFormer(snapshot, question, flows, page)
    found.push(...newest.filter(({ isUndone }) => isUndone !== true))
    if (page.length < wanted) return
    after = page.at(-1)
  }
}

async function readPage(snapshot: Snapshot, question: TransferQuestion): Promise<Transfer[]> {
  const lists = await Promise.all(
    conditionsOf(question).map((where) => readRows(snapshot, question, where)),
  )
  const [first = [], ...others] = lists
  if (others.length === 0) return first
  // A transfer may be found twice, also in two versions, of which the newer one counts.
  const merged = [...first, ...others.flat()].sort(
    (a, b) => comparePositions(a, b) || b.run - a.run,
  )
  return merged
    .filter((row, index) => index === 0 || comparePositions(row, merged[index - 1] ?? row) !== 0)
    .slice(0, question.limit)
}

const POSITION = ['atSec', 'bridge', 'chain', 'txHash', 'logIndex']
const COLUMNS = [
  ...POSITION,
  'block',
  'fromAddress',
  'toAddress',
  'token',
  'amount',
  'valueUsd',
  'isDeposit',
  'sourceChain',
  'isUndone',
  'run',
]

async function readRows(
  snapshot: Snapshot,
  question: TransferQuestion,
  where: string,
): Promise<Transfer[]> {
  const columns = await snapshot.columns<Record<string, unknown[]>>(
    `SELECT ${COLUMNS.join(', ')} ${snapshot.versions(bridgeTransfers, where)}
     ORDER BY ${[...POSITION, 'run'].map((name) => `${name} DESC`).join(', ')} LIMIT 1 BY ${POSITION.join(', ')} LIMIT {limit:UInt32}`,
    paramsOf(question),
  )
  return (columns.atSec ?? []).map(
    (_, index) =>
      Object.fromEntries(
        COLUMNS.map((name) => [name, columns[name]?.[index]]),
      ) as unknown as Transfer,
  )
}

/**
 * Conditions in SQL, each of which finds a part of the answer: an address is looked for as sender
 * and as receiver, each in its own copy.
 */
function conditionsOf({ ofAllBridges, sourceChain, party, after }: TransferQuestion): string[] {
  const conditions = ['atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}']
  if (ofAllBridges !== true) conditions.unshift('bridge IN {bridges:Array(Int64)}')
  if (sourceChain !== undefined) conditions.push('sourceChain = {sourceChain:String}')
  if (after !== undefined) {
    conditions.push(
      `(${POSITION.join(', ')}) < ({atSec:UInt32}, {bridge:Int64}, {chain:String}, {txHash:String}, {logIndex:Int64})`,
    )
  }
  if (party === undefined) return [conditions.join(' AND ')]
  const isParty = (column: string) =>
    `${partySql('chain', column)} = ${partySql('{partyChain:String}', '{address:String}')} AND ${column} = {address:String} AND chain = {partyChain:String}`
  return ['fromAddress', 'toAddress'].map((column) =>
    [...conditions, isParty(column)].join(' AND '),
  )
}

function paramsOf({
  bridges,
  fromSec,
  toSec,
  sourceChain,
  party,
  after,
  limit,
}: TransferQuestion): Record<string, unknown> {
  const { address = '', chain: partyChain = '' } = party ?? {}
  return {
    bridges,
    fromSec,
    toSec,
    sourceChain: sourceChain ?? '',
    address,
    partyChain,
    limit,
    ...after,
  }
}

/**
 * Without the rows that fit and were corrected later into something that does not: where runs mix,
 * only the newest version counts.
 */
async function withoutFormer(
  snapshot: Snapshot,
  question: TransferQuestion,
  flows: DayFlows,
  rows: Transfer[],
): Promise<Transfer[]> {
  if (question.sourceChain === undefined && question.party === undefined) return rows
  const doubtful = rows.filter(({ bridge, atSec }) =>
    mayHaveVersions({ bridges: [bridge], fromSec: atSec, toSec: atSec }, flows),
  )
  const former = new Set<string>()
  for (let start = 0; start < doubtful.length; start += CHECKED_AT_ONCE) {
    const checked = doubtful.slice(start, start + CHECKED_AT_ONCE)
    const newest = await readNewestRuns(snapshot, checked)
    for (const row of checked) if (newest.get(nameOf(row)) !== row.run) former.add(nameOf(row))
  }
  return rows.filter((row) => !former.has(nameOf(row)))
}

async function readNewestRuns(
  snapshot: Snapshot,
  rows: readonly Transfer[],
): Promise<Map<string, number>> {
  const distinct = <T>(values: T[]) => [...new Set(values)]
  const newest = await snapshot.query<TransferPosition & { run: number }>(
    `SELECT ${POSITION.join(', ')}, run FROM ${snapshot.current(bridgeTransfers, 'bridge IN {bridges:Array(Int64)} AND atSec IN {times:Array(UInt32)}')}`,
    {
      bridges: distinct(rows.map(({ bridge }) => bridge)),
      times: distinct(rows.map(({ atSec }) => atSec)),
    },
  )
  return new Map(newest.map((row) => [nameOf(row), row.run]))
}

function nameOf({ atSec, bridge, chain, txHash, logIndex }: TransferPosition): string {
  return JSON.stringify([atSec, bridge, chain, txHash, logIndex])
}
