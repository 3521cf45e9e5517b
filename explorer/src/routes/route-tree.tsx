import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { type ApiRequest, request, responseQuery } from '../api/request.ts'
import { Frame } from '../blocks/frame/frame.tsx'
import { validateSearch } from '../lib/view-state.ts'
import { NotFound } from './not-found.tsx'

type Params = Readonly<Record<string, string>>

interface Page {
  readonly path: string
  readonly component: ReturnType<typeof lazyRouteComponent>
}

/** One line a page; its code is fetched when it is opened. */
function page<Module extends Record<string, unknown>>(
  path: string,
  load: () => Promise<Module>,
  name: string & keyof Module,
): Page {
  return { path, component: lazyRouteComponent(load, name) }
}

const PAGES: readonly Page[] = [
  page('/', () => import('./overview/overview.tsx'), 'Overview'),
  page('/protocols', () => import('./protocols/protocol-table.tsx'), 'Protocols'),
  page('/protocols/$slug', () => import('./protocol/protocol.tsx'), 'Protocol'),
  page('/chains', () => import('./chains/chains.tsx'), 'Chains'),
  page('/chains/$chain', () => import('./chain/chain.tsx'), 'Chain'),
  page('/coins', () => import('./coins/coins.tsx'), 'Coins'),
  page('/coins/$coin', () => import('./coins/coin.tsx'), 'Coin'),
  page('/stablecoins', () => import('./stablecoins/stablecoins.tsx'), 'Stablecoins'),
  page('/stablecoins/$id', () => import('./stablecoins/stablecoin.tsx'), 'Stablecoin'),
  page('/yields', () => import('./yields/yields.tsx'), 'Yields'),
  page('/yields/borrow', () => import('./yields/lists.tsx'), 'Borrow'),
  page('/yields/perps', () => import('./yields/lists.tsx'), 'Perps'),
  page('/yields/staking', () => import('./yields/lists.tsx'), 'Staking'),
  page('/yields/old-keys', () => import('./yields/lists.tsx'), 'OldKeys'),
  page('/yields/$pool', () => import('./yields/pool.tsx'), 'Pool'),
  page('/metrics/$metric', () => import('./metrics/metric.tsx'), 'Metric'),
  page('/unlocks', () => import('./unlocks/unlocks.tsx'), 'Unlocks'),
  page('/unlocks/$token', () => import('./unlocks/unlock-schedule.tsx'), 'UnlockSchedule'),
  page('/bridges', () => import('./bridges/bridges.tsx'), 'Bridges'),
  page('/bridges/day', () => import('./bridges/bridge-day.tsx'), 'BridgesDay'),
  page('/bridges/$id', () => import('./bridges/bridge.tsx'), 'Bridge'),
  page('/etfs', () => import('./etfs/etfs.tsx'), 'Etfs'),
  page('/equities', () => import('./equities/equities.tsx'), 'Equities'),
  page('/equities/earnings', () => import('./equities/earnings.tsx'), 'Earnings'),
  page('/equities/sectors/$sector', () => import('./equities/sector.tsx'), 'Sector'),
  page('/equities/$country/$ticker', () => import('./equities/company.tsx'), 'Company'),
  page('/pre-ipo', () => import('./pre-ipo/pre-ipo.tsx'), 'PreIpo'),
  page('/pre-ipo/$company', () => import('./pre-ipo/private-company.tsx'), 'PrivateCompany'),
  page('/rwa', () => import('./rwa/rwa.tsx'), 'RealWorldAssets'),
  page('/rwa/$chain', () => import('./rwa/rwa-chain.tsx'), 'RwaChain'),
  page('/dat', () => import('./dat/treasury-companies.tsx'), 'TreasuryCompanies'),
  page('/dat/$symbol', () => import('./dat/treasury-company.tsx'), 'TreasuryCompany'),
  page('/hacks', () => import('./hacks/hacks.tsx'), 'Hacks'),
  page('/raises', () => import('./raises/raises.tsx'), 'Raises'),
  page('/treasuries', () => import('./treasuries/treasuries.tsx'), 'Treasuries'),
  page('/entities', () => import('./treasuries/treasuries.tsx'), 'Entities'),
  page('/oracles', () => import('./oracles/oracles.tsx'), 'Oracles'),
  page('/oracles/$oracle', () => import('./oracles/oracle.tsx'), 'Oracle'),
  page('/forks', () => import('./forks/forks.tsx'), 'Forks'),
  page('/forks/$protocol', () => import('./forks/fork.tsx'), 'Fork'),
  page('/categories', () => import('./categories/categories.tsx'), 'Categories'),
  page('/categories/$category', () => import('./categories/category.tsx'), 'Category'),
  page('/narratives', () => import('./narratives/narratives.tsx'), 'Narratives'),
  page('/compare', () => import('./across/compare.tsx'), 'Compare'),
  page('/watchlist', () => import('./across/watchlist.tsx'), 'Watchlist'),
  page('/quality', () => import('./trust/quality.tsx'), 'Quarantine'),
  page('/quality/$id', () => import('./trust/reading-page.tsx'), 'ReadingPage'),
  page('/revisions/$run/$fact', () => import('./trust/revised-figures.tsx'), 'RevisedFigures'),
  page('/revisions', () => import('./trust/revisions.tsx'), 'Revisions'),
  page('/freshness', () => import('./trust/freshness.tsx'), 'FreshnessPage'),
  page('/runs', () => import('./trust/runs.tsx'), 'Runs'),
  page('/runs/$id', () => import('./trust/run-page.tsx'), 'RunPage'),
  page('/datasets', () => import('./trust/datasets.tsx'), 'Datasets'),
  page('/datasets/$fact', () => import('./trust/dataset-page.tsx'), 'DatasetPage'),
  page('/build', () => import('./build/quick-start.tsx'), 'QuickStart'),
  page('/query', () => import('./build/query.tsx'), 'QueryPage'),
  page('/downloads', () => import('./build/downloads.tsx'), 'Downloads'),
  page('/keys', () => import('./build/keys.tsx'), 'Keys'),
  page('/design', () => import('./design/design.tsx'), 'Design'),
]

/** Requests of pages that their path alone decides, sent while their code loads. */
const READS: Readonly<Record<string, (params: Params) => ApiRequest<unknown>>> = {
  '/stablecoins/$id': ({ id }) => request('getStablecoin', { asset: id }),
  '/yields/borrow': () => request('listBorrowPools', {}),
  '/yields/perps': () => request('listPerps', {}),
  '/yields/staking': () => request('listLsdRates', {}),
  '/unlocks': () => request('listEmissions', {}),
  '/unlocks/$token': ({ token }) => request('getEmission', { protocol: token }),
  '/bridges': () => request('listBridges', { includeChains: true }),
  '/pre-ipo': () => request('listPreIpoCompanies', {}),
  '/rwa': () => request('listRwaAssets', {}),
  '/rwa/$chain': ({ chain }) => request('getRwaChain', { chain }),
  '/dat/$symbol': ({ symbol }) => request('getInstitution', { symbol }),
  '/hacks': () => request('listHacks', {}),
  '/raises': () => request('listRaises', {}),
  '/treasuries': () => request('listTreasuries', {}),
  '/entities': () => request('listEntities', {}),
  '/categories': () => request('listCategories', {}),
  '/categories/$category': () => request('listCategories', {}),
}

/** Short names of pages; what the URL asks for goes along. */
const SHORTCUTS: readonly (readonly [path: string, to: string])[] = [
  ['/volumes', '/metrics/dexs'],
  ['/fees', '/metrics/fees'],
  ['/open-interest', '/metrics/open-interest'],
  ['/users', '/metrics/active-users'],
]

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  notFoundComponent: NotFound,
  validateSearch,
})
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  notFoundComponent: NotFound,
})
const embed = createRoute({
  getParentRoute: () => root,
  path: '/embed',
  component: lazyRouteComponent(() => import('./embed/embed-frame.tsx'), 'EmbedFrame'),
})

/** A page of the frame: what it reads is requested at once, and not waited for. */
function framed({ path, component }: Page): AnyRoute {
  return createRoute({
    getParentRoute: () => frame,
    path,
    component,
    loaderDeps: ({ search: { asOf = '' } }) => ({ asOf }),
    loader: ({ context: { queries }, params, deps: { asOf }, cause }) => {
      const read = READS[path]?.(params)
      // A pointer that only passes over a link must not spend credits.
      if (read !== undefined && cause !== 'preload')
        void queries.prefetchQuery(responseQuery(read, asOf === '' ? null : asOf))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const shortcuts = SHORTCUTS.map(
  ([path, to]): AnyRoute =>
    createRoute({
      getParentRoute: () => frame,
      path,
      beforeLoad: ({ search }) => {
        throw redirect({ to, search, replace: true })
      },
    }),
)

const embedded = PAGES.map(
  ({ path, component }): AnyRoute =>
    createRoute({
      getParentRoute: () => embed,
      path: `${path === '/' ? '' : path}/$block`,
      component,
    }),
)

/** Every page with its frame; and for embeds, each with the name of one of its blocks. */
export const routeTree = root.addChildren([
  frame.addChildren([
    ...PAGES.map(framed),
    ...shortcuts,
    createRoute({ getParentRoute: () => frame, path: '$', component: NotFound }) as AnyRoute,
  ]),
  embed.addChildren(embedded),
])
