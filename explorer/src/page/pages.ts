/** Every page with a place in the rail: its path below the explorer, and its name. */
export interface PageEntry {
  readonly to: string
  readonly name: string
}

export const PAGE_GROUPS: readonly {
  readonly name: string
  readonly pages: readonly PageEntry[]
}[] = [
  {
    name: 'Onchain',
    pages: [
      { to: '/', name: 'Overview' },
      { to: '/protocols', name: 'Protocols' },
      { to: '/chains', name: 'Chains' },
      { to: '/coins', name: 'Coins' },
      { to: '/stablecoins', name: 'Stablecoins' },
      { to: '/yields', name: 'Yields' },
      { to: '/metrics/dexs', name: 'Volumes' },
      { to: '/metrics/fees', name: 'Fees' },
      { to: '/metrics/open-interest', name: 'Open interest' },
      { to: '/metrics/active-users', name: 'Users' },
      { to: '/unlocks', name: 'Unlocks' },
      { to: '/bridges', name: 'Bridges' },
    ],
  },
  {
    name: 'Markets',
    pages: [
      { to: '/etfs', name: 'ETFs' },
      { to: '/equities', name: 'Equities' },
      { to: '/pre-ipo', name: 'Pre-IPO' },
      { to: '/rwa', name: 'Real-world assets' },
      { to: '/dat', name: 'Treasury companies' },
    ],
  },
  {
    name: 'Ecosystem',
    pages: [
      { to: '/hacks', name: 'Hacks' },
      { to: '/raises', name: 'Raises' },
      { to: '/treasuries', name: 'Treasuries' },
      { to: '/oracles', name: 'Oracles' },
      { to: '/forks', name: 'Forks' },
      { to: '/categories', name: 'Categories' },
      { to: '/narratives', name: 'Narratives' },
    ],
  },
  {
    name: 'Across',
    pages: [
      { to: '/compare', name: 'Compare' },
      { to: '/watchlist', name: 'Watchlist' },
    ],
  },
  {
    name: 'Trust',
    pages: [
      { to: '/quality', name: 'Quarantine' },
      { to: '/revisions', name: 'Revisions' },
      { to: '/freshness', name: 'Freshness' },
      { to: '/runs', name: 'Runs' },
      { to: '/datasets', name: 'Datasets' },
    ],
  },
  {
    name: 'Build',
    pages: [
      { to: '/build', name: 'Quick start' },
      { to: '/query', name: 'Query' },
      { to: '/downloads', name: 'Downloads' },
      { to: '/keys', name: 'Keys' },
    ],
  },
]
