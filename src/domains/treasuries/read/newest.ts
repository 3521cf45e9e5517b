import type { StateDefinition } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Holding } from '../derive/valued-holdings.ts'
import { treasuryHoldings } from '../facts.ts'

/** A holder's newest record. */
interface NewestHoldings {
  newestSec: number
  holdings: readonly Holding[]
}

type NewestHolders = ReadonlyMap<string, NewestHoldings>

/** The newest record of every holder; later runs are added holder by holder. */
export const newestHoldingsState: StateDefinition<NewestHolders> = {
  name: 'treasuries.newest',
  reads: [treasuryHoldings],
  build: (snapshot) => follow(new Map(), snapshot, 0),
  update: follow,
}

/**
 * The picture with what later runs have brought, as a copy: an answer that is being made goes on
 * with the picture it began with.
 */
async function follow(
  known: NewestHolders,
  snapshot: Snapshot,
  sinceRun: number,
): Promise<NewestHolders> {
  const touched = await snapshot.query<{ holder: string; newestSec: number }>(
    `SELECT holder, max(atSec) AS newestSec ${snapshot.versions(treasuryHoldings, 'run > {sinceRun:UInt32}')} GROUP BY holder ORDER BY holder`,
    { sinceRun },
  )
  // What lies before the newest record changes nothing; a correction of it, or a later record, is
  // read whole.
  const changed = touched.filter(
    ({ holder, newestSec }) => newestSec >= (known.get(holder)?.newestSec ?? 0),
  )
  const records = await readRecords(snapshot, changed)
  return new Map([
    ...known,
    ...changed.map(({ holder, newestSec }): [string, NewestHoldings] => [
      holder,
      { newestSec, holdings: records.get(holder) ?? [] },
    ]),
  ])
}

/** The holdings of one record of each of some holders. */
async function readRecords(
  snapshot: Snapshot,
  records: readonly { holder: string; newestSec: number }[],
): Promise<Map<string, Holding[]>> {
  const byHolder = new Map<string, Holding[]>()
  if (records.length === 0) return byHolder
  const wanted = 'SELECT arrayJoin(arrayZip({holders:Array(String)}, {timesSec:Array(UInt32)}))'
  const columns = await snapshot.columns<{
    holder: string[]
    chain: string[]
    token: string[]
    amount: number[]
  }>(
    `SELECT holder, chain, token, amount FROM ${snapshot.current(treasuryHoldings, `(holder, atSec) IN (${wanted})`)} ORDER BY holder, chain, token`,
    {
      holders: records.map(({ holder }) => holder),
      timesSec: records.map(({ newestSec }) => newestSec),
    },
  )
  columns.holder.forEach((holder, index) => {
    const holding = {
      chain: columns.chain[index] ?? '',
      token: columns.token[index] ?? '',
      amount: columns.amount[index] ?? 0,
    }
    const known = byHolder.get(holder)
    if (known === undefined) byHolder.set(holder, [holding])
    else known.push(holding)
  })
  return byHolder
}
