import { amongKeys } from '../../cache/among-keys.ts'
import { derivedMap, keyedState } from '../../cache/state.ts'
import type { RowsBehind } from '../../http/provenance.ts'
import { eachRow } from '../../lib/each-row.ts'
import { sql } from '../../lib/sql.ts'
import type { RowOf } from '../../store/fact.ts'
import { familyOf, type Protocol, registryState } from '../registry/public.ts'
import { type Holding, ownTokens } from './derive/valued-holdings.ts'
import { treasuries, treasuryHoldings } from './facts.ts'

/** A holder with what the registry knows of it. */
export interface Holder {
  row: Omit<RowOf<typeof treasuries>, 'atSec'>
  /** The protocol whose treasury it is, if the registry has it; of a parent its children follow. */
  members: readonly Protocol[]
  /** Coin ids of the tokens it issued itself. */
  own: readonly string[]
  /** Id of its TVL records; none when that is a protocol's id, whose records they are then. */
  recordedAs: string | undefined
}

const holderRowsState = keyedState<string, Holder['row']>({
  name: 'treasuries.holderRows',
  reads: [treasuries],
  key: sql`id`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`id`, keys)
    const rows = await snapshot.query<Holder['row']>(
      sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(treasuries, where)}`,
      { keys },
    )
    return rows.map((row): [string, Holder['row']] => [row.id, row])
  },
})

/** All holders, by id: there are only hundreds. */
export const holdersState = derivedMap({
  name: 'treasuries.holders',
  from: holderRowsState,
  with: [registryState],
  make: (row, id, registry): Holder => {
    const protocol = row.protocol === null ? undefined : registry.byId(row.protocol)
    const members =
      protocol === undefined ? [] : [...new Set([protocol, ...familyOf(protocol, registry)])]
    const recordedAs = registry.byId(id) === undefined ? id : undefined
    return { row, members, own: ownTokens(row, members), recordedAs }
  },
})

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
    const where = amongKeys(sql`holder`, keys)
    const newest = sql`SELECT holder, max(atSec) ${snapshot.versions(treasuryHoldings, where)} GROUP BY holder`
    const rows = await snapshot.columns<
      Record<'holder' | 'chain' | 'token', string[]> & Record<'atSec' | 'amount', number[]>
    >(
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

/** Entities are no protocols, and treasuries are those of protocols. */
export const treasuryRowsBehind: RowsBehind = async ({ operation }, { snapshot, states }) => {
  const holders = [...(await states.get(holdersState, snapshot)).values()]
  const isEntity = operation === 'treasuries.listEntities'
  const chosen = holders.filter(({ row }) => (row.protocol === null) === isEntity)
  const ids = chosen.map(({ row }) => row.id)
  return { treasuries: { columns: { id: ids } }, treasury_holdings: { columns: { holder: ids } } }
}
