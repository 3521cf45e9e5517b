import { rowState, type TimelessRow } from '../../../cache/row-state.ts'
import { derivedMap, derivedState, keyedState } from '../../../cache/state.ts'
import { at } from '../../../lib/at.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { float64s } from '../../../lib/number-arrays.ts'
import { sql } from '../../../lib/sql.ts'
import { protocols, type Registry, registryState } from '../../registry/public.ts'
import {
  ASSET_FACTS,
  type Assets,
  assetSourcesState,
  assetsAt,
  type BookSource,
  type DailySeries,
  dailyPrices,
  findLine,
  KEY_SEPARATOR,
  loadBook,
} from '../../stablecoins/public.ts'
import {
  type AssetReports,
  assetPlaces,
  type HeldSeries,
  type Place,
} from '../derive/asset-places.ts'
import { type DayValues, standingPrices } from '../derive/daily-line.ts'
import { isCountedProtocol } from '../derive/present-figures.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../facts.ts'

/** A real world asset as it was described. */
export type RwaAsset = TimelessRow<typeof rwaAssets>

/** All real world assets by id. */
export const rwaAssetsState = rowState('rwa.assets', rwaAssets, 'id')

/** The last price of each day of every asset that has any. */
export const rwaPricesState = dailyPrices('rwa', rwaAssetsState)

/** What is reported of assets. */
const BOOKS = {
  supply: { fact: rwaSupply, key: ['asset', 'chain'], values: ['supply'] },
  excluded: { fact: rwaExcluded, key: ['asset', 'chain', 'holder'], values: ['amount'] },
  positions: { fact: rwaPositions, key: ['asset', 'chain', 'protocol'], values: ['amount'] },
} satisfies Record<string, BookSource>

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
type Reported = Readonly<Record<keyof typeof BOOKS, readonly HeldSeries[]>>

const NOTHING: Reported = { supply: [], excluded: [], positions: [] }

const reportedState = keyedState<string, Reported>({
  name: 'rwa.reported',
  reads: [rwaSupply, rwaExcluded, rwaPositions],
  key: sql`asset`,
  load: async (snapshot, keys) => {
    const reported = new Map<string, Reported>()
    for (const [name, source] of Object.entries(BOOKS)) {
      for (const [id, series] of await loadBook(snapshot, source, keys))
        reported.set(id, { ...(reported.get(id) ?? NOTHING), [name]: listSeries(series) })
    }
    return reported
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
    const daily = price && { firstDay: price.firstDay, values: at(price.columns, 0) }
    const reports: AssetReports = {
      supply: new Map(supply.map(({ chain, units }) => [chain, units])),
      excluded,
      positions: countedPositions(positions, about, registry),
      hasActive: about.activeMcapData,
      ratesOn: (firstDay, lastDay) => standingPrices(daily, firstDay, lastDay),
      ...(about.stablecoinId !== null && linkedReports(stablecoins, about.stablecoinId)),
    }
    return { about, places: assetPlaces(reports), ratesOn: reports.ratesOn }
  },
})

function listSeries(series: ReadonlyMap<string, DailySeries>): HeldSeries[] {
  return [...series].map(([key, { firstDay, columns }]) => {
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

/** Supply and price of an asset that is a stablecoin, as stablecoins' own responses have them. */
export function linkedReports(
  { byId, present }: Assets,
  id: string,
): Pick<AssetReports, 'supply' | 'ratesOn'> {
  const stablecoin = byId.get(id)
  const supply = new Map<string, DayValues>()
  if (stablecoin === undefined) return { supply, ratesOn: noRates }
  for (const chain of stablecoin.history?.places.keys() ?? []) {
    const line = findLine(stablecoin, present, chain)
    if (line === undefined) continue
    // On the newest day, which still goes on, the last report stands.
    const last = line.circulating.length - 1
    const values = float64s(line.untilDay - line.firstDay + 1, (index) =>
      at(line.circulating, Math.min(index, last)),
    )
    supply.set(chain, { firstDay: line.firstDay, values })
  }
  return { supply, ratesOn: stablecoin.ratesOn }
}

function noRates(firstDay: number, lastDay: number): Float64Array {
  return new Float64Array(Math.max(0, lastDay - firstDay + 1)).fill(Number.NaN)
}
