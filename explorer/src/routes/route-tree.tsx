import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { Frame } from '../blocks/frame/frame.tsx'
import { NotFound } from './not-found.tsx'

interface Page {
  readonly path: string
  readonly component: ReturnType<typeof lazyRouteComponent>
}

/** One line a page; its code is fetched when it is opened. */
const page = (path: string, component: Page['component']): Page => ({ path, component })

const lazy = lazyRouteComponent

const PAGES: readonly Page[] = [
  page(
    '/',
    lazy(() => import('./overview/overview.tsx'), 'Overview'),
  ),
  page(
    '/protocols',
    lazy(() => import('./protocols/protocols.tsx'), 'Protocols'),
  ),
  page(
    '/protocols/$slug',
    lazy(() => import('./protocol/protocol.tsx'), 'Protocol'),
  ),
  page(
    '/chains',
    lazy(() => import('./chains/chains.tsx'), 'Chains'),
  ),
  page(
    '/chains/$chain',
    lazy(() => import('./chain/chain.tsx'), 'Chain'),
  ),
  page(
    '/coins',
    lazy(() => import('./coins/coins.tsx'), 'Coins'),
  ),
  page(
    '/coins/$coin',
    lazy(() => import('./coins/coin.tsx'), 'Coin'),
  ),
  page(
    '/stablecoins',
    lazy(() => import('./stablecoins/stablecoins.tsx'), 'Stablecoins'),
  ),
  page(
    '/stablecoins/$id',
    lazy(() => import('./stablecoins/stablecoin.tsx'), 'Stablecoin'),
  ),
  page(
    '/yields',
    lazy(() => import('./yields/yields.tsx'), 'Yields'),
  ),
  page(
    '/yields/borrow',
    lazy(() => import('./yields/borrow.tsx'), 'Borrow'),
  ),
  page(
    '/yields/perps',
    lazy(() => import('./yields/perps.tsx'), 'Perps'),
  ),
  page(
    '/yields/staking',
    lazy(() => import('./yields/staking.tsx'), 'Staking'),
  ),
  page(
    '/yields/old-keys',
    lazy(() => import('./yields/old-keys.tsx'), 'OldKeys'),
  ),
  page(
    '/yields/$pool',
    lazy(() => import('./yields/pool.tsx'), 'Pool'),
  ),
  page(
    '/metrics/$metric',
    lazy(() => import('./metrics/metric.tsx'), 'Metric'),
  ),
  page(
    '/unlocks',
    lazy(() => import('./unlocks/unlocks.tsx'), 'Unlocks'),
  ),
  page(
    '/unlocks/$token',
    lazy(() => import('./unlocks/unlock-schedule.tsx'), 'UnlockSchedule'),
  ),
  page(
    '/bridges',
    lazy(() => import('./bridges/bridges.tsx'), 'Bridges'),
  ),
  page(
    '/bridges/day',
    lazy(() => import('./bridges/bridges-day.tsx'), 'BridgesDay'),
  ),
  page(
    '/bridges/$id',
    lazy(() => import('./bridges/bridge.tsx'), 'Bridge'),
  ),
  page(
    '/etfs',
    lazy(() => import('./etfs/etfs.tsx'), 'Etfs'),
  ),
  page(
    '/equities',
    lazy(() => import('./equities/equities.tsx'), 'Equities'),
  ),
  page(
    '/equities/earnings',
    lazy(() => import('./equities/earnings.tsx'), 'Earnings'),
  ),
  page(
    '/equities/sectors/$sector',
    lazy(() => import('./equities/sector.tsx'), 'Sector'),
  ),
  page(
    '/equities/$country/$ticker',
    lazy(() => import('./equities/company.tsx'), 'Company'),
  ),
  page(
    '/pre-ipo',
    lazy(() => import('./pre-ipo/pre-ipo.tsx'), 'PreIpo'),
  ),
  page(
    '/pre-ipo/$company',
    lazy(() => import('./pre-ipo/private-company.tsx'), 'PrivateCompany'),
  ),
  page(
    '/rwa',
    lazy(() => import('./rwa/rwa.tsx'), 'RealWorldAssets'),
  ),
  page(
    '/rwa/$chain',
    lazy(() => import('./rwa/rwa-chain.tsx'), 'RwaChain'),
  ),
  page(
    '/dat',
    lazy(() => import('./dat/treasury-companies.tsx'), 'TreasuryCompanies'),
  ),
  page(
    '/dat/$symbol',
    lazy(() => import('./dat/treasury-company.tsx'), 'TreasuryCompany'),
  ),
  page(
    '/hacks',
    lazy(() => import('./hacks/hacks.tsx'), 'Hacks'),
  ),
  page(
    '/raises',
    lazy(() => import('./raises/raises.tsx'), 'Raises'),
  ),
  page(
    '/treasuries',
    lazy(() => import('./treasuries/treasuries.tsx'), 'Treasuries'),
  ),
  page(
    '/entities',
    lazy(() => import('./treasuries/treasuries.tsx'), 'Entities'),
  ),
  page(
    '/oracles',
    lazy(() => import('./oracles/oracles.tsx'), 'Oracles'),
  ),
  page(
    '/oracles/$oracle',
    lazy(() => import('./oracles/oracle.tsx'), 'Oracle'),
  ),
  page(
    '/forks',
    lazy(() => import('./forks/forks.tsx'), 'Forks'),
  ),
  page(
    '/forks/$protocol',
    lazy(() => import('./forks/fork.tsx'), 'Fork'),
  ),
  page(
    '/categories',
    lazy(() => import('./categories/categories.tsx'), 'Categories'),
  ),
  page(
    '/categories/$category',
    lazy(() => import('./categories/category.tsx'), 'Category'),
  ),
  page(
    '/narratives',
    lazy(() => import('./narratives/narratives.tsx'), 'Narratives'),
  ),
  page(
    '/compare',
    lazy(() => import('./across/compare.tsx'), 'Compare'),
  ),
  page(
    '/watchlist',
    lazy(() => import('./across/watchlist.tsx'), 'Watchlist'),
  ),
  page(
    '/quality',
    lazy(() => import('./trust/quality.tsx'), 'Quarantine'),
  ),
  page(
    '/quality/$id',
    lazy(() => import('./trust/reading-page.tsx'), 'ReadingPage'),
  ),
  page(
    '/revisions/$run/$fact',
    lazy(() => import('./trust/revised-figures.tsx'), 'RevisedFigures'),
  ),
  page(
    '/revisions',
    lazy(() => import('./trust/revisions.tsx'), 'Revisions'),
  ),
  page(
    '/freshness',
    lazy(() => import('./trust/freshness.tsx'), 'FreshnessPage'),
  ),
  page(
    '/runs',
    lazy(() => import('./trust/runs.tsx'), 'Runs'),
  ),
  page(
    '/runs/$id',
    lazy(() => import('./trust/run-page.tsx'), 'RunPage'),
  ),
  page(
    '/datasets',
    lazy(() => import('./trust/datasets.tsx'), 'Datasets'),
  ),
  page(
    '/datasets/$fact',
    lazy(() => import('./trust/dataset-page.tsx'), 'DatasetPage'),
  ),
  page(
    '/build',
    lazy(() => import('./build/quick-start.tsx'), 'QuickStart'),
  ),
  page(
    '/query',
    lazy(() => import('./build/query.tsx'), 'QueryPage'),
  ),
  page(
    '/downloads',
    lazy(() => import('./build/downloads.tsx'), 'Downloads'),
  ),
  page(
    '/keys',
    lazy(() => import('./build/keys.tsx'), 'Keys'),
  ),
  page(
    '/design',
    lazy(() => import('./design/design.tsx'), 'Design'),
  ),
]

/** Short names of pages; what the address asks for goes along. */
const SHORTCUTS: readonly (readonly [path: string, to: string])[] = [
  ['/volumes', '/metrics/dexs'],
  ['/fees', '/metrics/fees'],
  ['/open-interest', '/metrics/open-interest'],
  ['/users', '/metrics/active-users'],
]

const root = createRootRoute({ notFoundComponent: NotFound })
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  notFoundComponent: NotFound,
})
const embed = createRoute({
  getParentRoute: () => root,
  path: '/embed',
  component: lazy(() => import('./embed/embed-frame.tsx'), 'EmbedFrame'),
})

/** Every page with its frame; and for embeds, each with the name of one of its blocks. */
export const routeTree = root.addChildren([
  frame.addChildren([
    ...PAGES.map((each) => createRoute({ getParentRoute: () => frame, ...each })),
    ...SHORTCUTS.map(([path, to]) =>
      createRoute({
        getParentRoute: () => frame,
        path,
        beforeLoad: ({ search }) => {
          throw redirect({ to: to as never, search: search as never, replace: true })
        },
      }),
    ),
    createRoute({ getParentRoute: () => frame, path: '$', component: NotFound }),
  ]),
  embed.addChildren(
    PAGES.map(({ path, component }) =>
      createRoute({
        getParentRoute: () => embed,
        path: `${path === '/' ? '' : path}/$block`,
        component,
      }),
    ),
  ),
])
