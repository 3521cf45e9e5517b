import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { Frame } from '../blocks/frame/frame.tsx'
import { NotFound } from './not-found.tsx'

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
  page('/protocols', () => import('./protocols/protocols.tsx'), 'Protocols'),
  page('/protocols/$slug', () => import('./protocol/protocol.tsx'), 'Protocol'),
  page('/chains', () => import('./chains/chains.tsx'), 'Chains'),
  page('/chains/$chain', () => import('./chain/chain.tsx'), 'Chain'),
  page('/coins', () => import('./coins/coins.tsx'), 'Coins'),
  page('/coins/$coin', () => import('./coins/coin.tsx'), 'Coin'),
  page('/stablecoins', () => import('./stablecoins/stablecoins.tsx'), 'Stablecoins'),
  page('/stablecoins/$id', () => import('./stablecoins/stablecoin.tsx'), 'Stablecoin'),
  page('/yields', () => import('./yields/yields.tsx'), 'Yields'),
  page('/yields/borrow', () => import('./yields/borrow.tsx'), 'Borrow'),
  page('/yields/perps', () => import('./yields/perps.tsx'), 'Perps'),
  page('/yields/staking', () => import('./yields/staking.tsx'), 'Staking'),
  page('/yields/old-keys', () => import('./yields/old-keys.tsx'), 'OldKeys'),
  page('/yields/$pool', () => import('./yields/pool.tsx'), 'Pool'),
  page('/metrics/$metric', () => import('./metrics/metric.tsx'), 'Metric'),
  page('/unlocks', () => import('./unlocks/unlocks.tsx'), 'Unlocks'),
  page('/unlocks/$token', () => import('./unlocks/unlock-schedule.tsx'), 'UnlockSchedule'),
  page('/bridges', () => import('./bridges/bridges.tsx'), 'Bridges'),
  page('/bridges/day', () => import('./bridges/bridges-day.tsx'), 'BridgesDay'),
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
  component: lazyRouteComponent(() => import('./embed/embed-frame.tsx'), 'EmbedFrame'),
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
