import { derivedMap, derivedState, keyedState } from '../../../cache/state.ts'
import { at } from '../../../lib/at.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import { protocols, type Registry, registryState } from '../../registry/public.ts'
import {
  ASSET_FACTS,
  assetSourcesState,
  assetsAt,
  type BookSource,
  type DailyBook,
  KEY_SEPARATOR,
  loadBook,
} from '../../stablecoins/public.ts'
import {
  type AssetReports,
  assetPlaces,
  type HeldSeries,
  type Place,
} from '../derive/asset-places.ts'
import { isCountedProtocol } from '../derive/counted-protocol.ts'
import { standingPrices } from '../derive/standing-prices.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../facts.ts'
import { type RwaAsset, rwaAssetsState } from './assets.ts'
import { linkedReports } from './linked.ts'
import { rwaPricesState } from './prices.ts'

const SUPPLY: BookSource = { fact: rwaSupply, key: ['asset', 'chain'], values: ['supply'] }
const EXCLUDED: BookSource = {
  fact: rwaExcluded,
  key: ['asset', 'chain', 'holder'],
  values: ['amount'],
}
const POSITIONS: BookSource = {
  fact: rwaPositions,
  key: ['asset', 'chain', 'protocol'],
  values: ['amount'],
}

/** The facts behind all figures of real world assets, for routes that use them. */
export const RWA_FACTS = [
  ...new Set([rwaAssets, rwaSupply, rwaExcluded, rwaPositions, protocols, ...ASSET_FACTS]),
]

/** An asset with all its days. */
export interface AssetHistory {
  readonly about: RwaAsset
  /** By key of chain. */
  readonly places: ReadonlyMap<string, Place>
  readonly ratesOn: AssetReports['ratesOn']
}

/** What was reported of an asset; series in the order of their keys. */
interface Reported {
  readonly supply: readonly HeldSeries[]
  readonly excluded: readonly HeldSeries[]
  readonly positions: readonly HeldSeries[]
}

const NOTHING: Reported = { supply: [], excluded: [], positions: [] }

const reportedState = keyedState<string, Reported>({
  name: 'rwa.reported',
  reads: [rwaSupply, rwaExcluded, rwaPositions],
  key: sql`asset`,
  load: async (snapshot, keys) => {
    const supply = await loadBook(snapshot, SUPPLY, keys)
    const excluded = await loadBook(snapshot, EXCLUDED, keys)
    const positions = await loadBook(snapshot, POSITIONS, keys)
    const ids = new Set([supply, excluded, positions].flatMap((book) => [...book.keys()]))
    return [...ids].map((id): [string, Reported] => [
      id,
      {
        supply: listSeries(supply, id),
        excluded: listSeries(excluded, id),
        positions: listSeries(positions, id),
      },
    ])
  },
})

/** All days of stablecoins, whatever the clock says: later ones are cut in the response. */
const stablecoinsState = derivedState({
  name: 'rwa.stablecoins',
  from: [assetSourcesState],
  make: (sources) => assetsAt(sources, LATEST_UNIX_SEC),
})

/** All assets on all their days, by id: every list and chart is made from this. */
export const historiesState = derivedMap({
  name: 'rwa.histories',
  from: rwaAssetsState,
  with: [reportedState, rwaPricesState, registryState, stablecoinsState],
  make: (about, id, reported, prices, registry, stablecoins): AssetHistory => {
    const { supply, excluded, positions } = reported.get(id) ?? NOTHING
    const price = prices.get(id)
    const reports: AssetReports = {
      supply: new Map(supply.map(({ chain, units }) => [chain, units])),
      excluded,
      positions: countedPositions(positions, about, registry),
      hasActive: about.activeMcapData,
      ratesOn: (firstDay, lastDay) => standingPrices(price, firstDay, lastDay),
      ...(about.stablecoinId !== null && linkedReports(stablecoins, about.stablecoinId)),
    }
    return { about, places: assetPlaces(reports), ratesOn: reports.ratesOn }
  },
})

export const historyStates = [reportedState, stablecoinsState, historiesState]

function listSeries(book: DailyBook, id: string): HeldSeries[] {
  return [...(book.get(id) ?? [])].map(([key, { firstDay, columns }]) => {
    const [chain = '', holder = ''] = key.split(KEY_SEPARATOR)
    return { chain, holder, units: { firstDay, values: at(columns, 0) } }
  })
}

/** The positions that count, under the slugs of their protocols. */
function countedPositions(
  positions: readonly HeldSeries[],
  about: RwaAsset,
  registry: Registry,
): HeldSeries[] {
  return positions.flatMap((series) => {
    const protocol = registry.byId(series.holder)
    return protocol !== undefined && isCountedProtocol(protocol, about.issuerProtocols)
      ? { ...series, holder: protocol.slug }
      : []
  })
}
