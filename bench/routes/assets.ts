import chains from '../../data/chains.json' with { type: 'json' }
import { joinSql, literal, type Sql, sql } from '../../src/lib/sql.ts'
import { measured } from './measured.ts'
import {
  among,
  daysOf,
  is,
  keysOf,
  newestRowsOf,
  renewed,
  revised,
  rowsOf,
  since,
} from './route.ts'

const isLate = since(2)
const knownChains = sql`chain IN (${joinSql(chains.map(({ key }) => literal(key)))})`

const amounts = (by: readonly string[], where?: Sql) =>
  ['stablecoin_supply', 'stablecoin_bridged'].map((fact) => daysOf(fact, by, where))
const stableId = sql`concat('aggregator:', aggregatorId)`
const stablePrices = (where?: Sql) =>
  daysOf('prices', ['coin'], among('coin', 'stablecoins', stableId, where))
const chart = (where?: Sql) => [...amounts([], where), stablePrices()]
const chartOn = (key: string) => chart(is('chain', key))
// The charts of one stablecoin need its prices only.
const assetChart = (id: string) => [...amounts([], is('asset', id)), stablePrices(is('id', id))]
const assetChains = (id: string) => amounts(['chain'], is('asset', id))
const list = ['stablecoin_supply', 'stablecoin_bridged'].map((fact) =>
  newestRowsOf(fact, since(38)),
)
const stableChains = keysOf('stablecoin_bridged', sql`chain`, 30, knownChains)
const someAssets = keysOf('stablecoins', sql`id`, 40, sql`id NOT IN ('1', '2', '3')`)
const allStablecoins = { path: '/stablecoincharts/all', rows: chart() }
const afterReports = {
  fact: 'stablecoin_supply',
  columns: revised('minted'),
  responses: [allStablecoins],
}

export const stablecoins = measured({
  name: 'Stablecoins on chains over six years',
  facts: ['stablecoin_supply', 'stablecoin_bridged'],
  first: ['/stablecoinchains'],
  routes: [
    { path: '/stablecoins', rows: list },
    { path: '/stablecoinchains', rows: list },
    allStablecoins,
    { path: '/stablecoinprices', rows: stablePrices() },
    { path: '/stablecoin/1', rows: assetChains('1') },
    { path: '/stablecoin/1?fields=tokens', rows: assetChart('1') },
    { path: '/stablecoincharts/{key}', rows: chartOn, keys: stableChains },
    { path: '/stablecoins/stablecoindominance/{key}', rows: chartOn, keys: stableChains },
    {
      path: '/stablecoincharts/all?stablecoin={key}',
      rows: assetChart,
      keys: someAssets,
      isFixed: true,
    },
    { path: '/stablecoin/{key}', rows: assetChains, keys: someAssets },
  ],
  commits: [
    {
      what: 'a report of one stablecoin',
      ...afterReports,
      where: sql`asset = '1' AND ${isLate}`,
      limit: 1,
    },
    { what: 'a report of every stablecoin', ...afterReports },
  ],
})

const figures = ['rwa_supply', 'rwa_excluded', 'rwa_positions']
const ofAssets = among('coin', 'rwa_assets', sql`coin`)
// A report stands for a week.
const isRecent = since(8)
const present = (where = sql`1`) => [
  rowsOf('rwa_assets'),
  newestRowsOf('prices', ofAssets),
  ...figures.map((fact) => newestRowsOf(fact, sql`${isRecent} AND ${where}`)),
]
const assetsOn = (key: string) =>
  present(among('asset', 'rwa_supply', sql`asset`, sql`${isRecent} AND ${is('chain', key)}`))
const daily = (by: readonly string[], where?: Sql) => [
  ...figures.map((fact) => daysOf(fact, by, where)),
  daysOf('prices', ['coin'], ofAssets),
]
const WITH_ALL = 'includeStablecoin=true&includeGovernance=true'
const totals = present()
const current = { path: '/rwa/current', rows: totals }
const onChain = { path: '/rwa/chain/{key}', rows: assetsOn }
const chartOfChain = {
  path: `/rwa/chart/chain/{key}?${WITH_ALL}`,
  rows: (key: string) => daily([], is('chain', key)),
}
const others = keysOf('rwa_supply', sql`chain`, 30, sql`chain != 'ethereum' AND ${knownChains}`)
const largest = ['ethereum']
const afterSupply = { fact: 'rwa_supply', columns: revised('supply'), responses: [current] }

export const rwa = measured({
  name: 'Real world assets on chains over two years',
  facts: ['rwa_supply', 'rwa_positions', 'rwa_excluded'],
  first: ['/rwa/chart/chain/ethereum'],
  routes: [
    current,
    { path: '/rwa/stats', rows: totals },
    { path: '/rwa/list', rows: totals },
    {
      path: `/rwa/chart/chain-breakdown?key=onChainMcap&${WITH_ALL}`,
      rows: daily(['chain']),
    },
    { ...onChain, keys: largest, what: '/rwa/chain/ethereum' },
    { ...onChain, keys: others },
    { ...chartOfChain, keys: largest },
    { ...chartOfChain, keys: others },
  ],
  commits: [
    { what: 'a report of one asset', ...afterSupply, where: isLate, limit: 1 },
    { what: 'a report of every asset', ...afterSupply },
  ],
})

const heldCoins = among('coin', 'treasury_holdings', sql`token`)
const held = (holders: Sql) => [
  newestRowsOf('treasury_holdings', holders),
  rowsOf('tokens', heldCoins),
  newestRowsOf(
    'prices',
    sql`${isLate} AND ${among('coin', 'tokens', sql`ifNull(redirect, coin)`, heldCoins)}`,
  ),
]
const treasuries = { path: '/api/treasuries', rows: held(sql`endsWith(holder, '-treasury')`) }
const lists = [
  treasuries,
  { path: '/api/entities', rows: held(sql`NOT endsWith(holder, '-treasury')`) },
  { path: '/api/raises', rows: rowsOf('raises') },
  { path: '/api/hacks', rows: rowsOf('hacks') },
]
const liquid = among('coin', 'liquidity', sql`token`)

export const ecosystem = measured({
  name: 'Treasuries, entities, raises, hacks and liquidity',
  facts: ['treasury_holdings', 'liquidity', 'raises', 'hacks'],
  first: ['/api/treasuries', '/api/raises'],
  routes: [
    ...lists,
    {
      path: '/api/historicalLiquidity/{key}',
      rows: (key) => daysOf('liquidity', [], is('token', key)),
      keys: keysOf('liquidity', sql`token`, 40),
      what: 'liquidity of a coin',
      isFixed: true,
    },
    {
      path: '/api/historicalLiquidity/{key}',
      rows: (key) =>
        daysOf('liquidity', [], among('token', 'tokens', sql`coin`, is('symbol', key))),
      keys: keysOf('tokens', sql`symbol`, 40, sql`${liquid} AND match(symbol, '^[A-Za-z0-9]+$')`),
      what: 'liquidity of a token, by its symbol',
    },
  ],
  commits: [
    {
      ...{ what: 'a new price', fact: 'prices', columns: renewed('priceUsd') },
      ...{ where: isLate, limit: 1, responses: lists },
    },
    {
      what: 'a new protocol',
      fact: 'protocols',
      columns: (round) => ({
        id: sql`${literal(`new-${round}`)}`,
        name: sql`${literal(`New ${round}`)}`,
        parent: sql`CAST(NULL, 'Nullable(String)')`,
        previousNames: sql`CAST([], 'Array(String)')`,
      }),
      limit: 1,
      responses: lists,
    },
    {
      what: 'an hour of all holdings',
      ...{ fact: 'treasury_holdings', columns: renewed('amount'), responses: [treasuries] },
    },
  ],
})
