import type { StateDefinition, States } from '../../../cache/states.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { protocols, type Registry, registryState } from '../../registry/public.ts'
import {
  ASSET_FACTS,
  type BookSource,
  type DailyBook,
  followBook,
  KEY_SEPARATOR,
  loadBook,
  readAssets,
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

// So many assets are worked out before other answers get their turn.
const ASSETS_AT_ONCE = 25

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
  /** What the figures were made from: as long as it is the same, so are they. */
  readonly madeFrom: readonly unknown[]
}

interface Books {
  readonly supply: DailyBook
  readonly excluded: DailyBook
  readonly positions: DailyBook
}

/**
 * The daily reports of all assets, and the figures that follow from them, by id in the order of
 * their ids.
 */
interface Histories {
  readonly books: Books
  readonly byAsset: ReadonlyMap<string, AssetHistory>
}

/**
 * All assets on all their days: every list and chart is made from this. Later runs touch only the
 * assets they are about.
 */
export const historiesState: StateDefinition<Histories> = {
  name: 'rwa.histories',
  reads: RWA_FACTS,
  build: async (snapshot, states) => {
    const supply = await loadBook(snapshot, SUPPLY)
    const excluded = await loadBook(snapshot, EXCLUDED)
    const positions = await loadBook(snapshot, POSITIONS)
    return makeHistories({ supply, excluded, positions }, snapshot, states, new Map())
  },
  update: async ({ books, byAsset }, snapshot, sinceRun, states) => {
    const follow = async (book: DailyBook, source: BookSource) =>
      (await followBook(book, snapshot, sinceRun, source)).book
    const supply = await follow(books.supply, SUPPLY)
    const excluded = await follow(books.excluded, EXCLUDED)
    const positions = await follow(books.positions, POSITIONS)
    return makeHistories({ supply, excluded, positions }, snapshot, states, byAsset)
  },
}

async function makeHistories(
  books: Books,
  snapshot: Snapshot,
  states: States,
  known: Histories['byAsset'],
): Promise<Histories> {
  const assets = await states.get(rwaAssetsState, snapshot)
  const prices = await states.get(rwaPricesState, snapshot)
  const registry = await states.get(registryState, snapshot)
  const isLinked = [...assets.values()].some(({ stablecoinId }) => stablecoinId !== null)
  // The days of stablecoins are read whatever the clock says; what lies after the present day is
  // cut where a question is answered.
  const stablecoins = isLinked
    ? await readAssets({ snapshot, states, nowSec: LATEST_UNIX_SEC })
    : undefined
  const byAsset = new Map<string, AssetHistory>()
  for (const [id, about] of assets) {
    const price = prices.byAsset.get(id)
    const own = [books.supply, books.excluded, books.positions].map((book) => book.get(id))
    const madeFrom = [about, price, registry, ...own]
    const previous = known.get(id)
    if (
      about.stablecoinId === null &&
      previous?.madeFrom.every((part, index) => part === madeFrom[index])
    ) {
      byAsset.set(id, previous)
      continue
    }
    const reports: AssetReports = {
      supply: new Map(listSeries(books.supply, id).map(({ chain, units }) => [chain, units])),
      excluded: listSeries(books.excluded, id),
      positions: listPositions(books.positions, about, registry),
      hasActive: about.activeMcapData,
      ratesOn: (firstDay, lastDay) => standingPrices(price, firstDay, lastDay),
      ...(stablecoins && linkedReports(stablecoins, about.stablecoinId)),
    }
    byAsset.set(id, { about, places: assetPlaces(reports), ratesOn: reports.ratesOn, madeFrom })
    if (byAsset.size % ASSETS_AT_ONCE === 0) await new Promise(setImmediate)
  }
  return { books, byAsset }
}

/** The series of an asset, in the order of their keys so that sums are always the same. */
function listSeries(book: DailyBook, id: string): HeldSeries[] {
  return [...(book.get(id) ?? [])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { firstDay, columns }]) => {
      const [chain = '', holder = ''] = key.split(KEY_SEPARATOR)
      return { chain, holder, units: { firstDay, values: columns[0] ?? new Float64Array(0) } }
    })
}

/** The positions that count, under the slugs of their protocols. */
function listPositions(book: DailyBook, about: RwaAsset, registry: Registry): HeldSeries[] {
  return listSeries(book, about.id).flatMap((series) => {
    const protocol = registry.byId(series.holder)
    return protocol !== undefined && isCountedProtocol(protocol, about.issuerProtocols)
      ? { ...series, holder: protocol.slug }
      : []
  })
}
