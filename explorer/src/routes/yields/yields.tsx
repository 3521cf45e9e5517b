import { column } from '../../blocks/table/column.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

interface Pool {
  readonly pool: string
  readonly chain: string
  readonly project: string
  readonly symbol: string
  readonly poolMeta: string | null
  readonly tvlUsd: number | null
  readonly apy: number | null
  readonly apyBase: number | null
  readonly apyReward: number | null
  readonly apyMean30d: number | null
  readonly apyPct1D: number | null
  readonly apyPct7D: number | null
  readonly apyPct30D: number | null
  readonly volumeUsd1d: number | null
  readonly sigma: number | null
  readonly exposure: string
  readonly ilRisk: string
  readonly stablecoin: boolean
  readonly outlier: boolean
}

const pools = defineList<{ data: readonly Pool[] }, Pool>({
  title: 'Yields',
  path: '/pools',
  rowsOf: ({ data }) => data,
  keyOf: ({ pool }) => pool,
  hrefOf: ({ pool }) => `/yields/${encodeURIComponent(pool)}`,
  searchIn: ({ symbol, project, chain }) => [symbol, project, chain],
  sort: '-tvl',
  watched: { kind: 'pool', nameOf: ({ symbol, project }) => `${symbol}, ${project}` },
  fill: 'almanac import pool_samples <file>',
  choices: [
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chain }) => [chain] },
    { id: 'project', name: 'Project', all: 'All projects', namesOf: ({ project }) => [project] },
    {
      id: 'kind',
      name: 'Kind',
      all: 'Any tokens',
      namesOf: ({ stablecoin }) => [stablecoin ? 'stablecoins' : 'others'],
    },
    {
      id: 'exposure',
      name: 'Exposure',
      all: 'Any exposure',
      namesOf: ({ exposure }) => [exposure],
    },
    {
      id: 'risk',
      name: 'Impermanent loss',
      all: 'Any loss risk',
      namesOf: ({ ilRisk }) => [ilRisk === 'no' ? 'no loss risk' : 'loss risk'],
    },
    {
      id: 'size',
      name: 'Size',
      all: 'Any size',
      namesOf: ({ tvlUsd }) =>
        [1e6, 5e6, 10e6, 100e6]
          .filter((least) => (tvlUsd ?? 0) >= least)
          .map((least) => `over $${least / 1e6} M`),
    },
  ],
  columns: [
    column('text', 'symbol', 'Pool', ({ symbol }) => symbol, { isMain: true }),
    column('text', 'project', 'Project', ({ project }) => project),
    column('text', 'chain', 'Chain', ({ chain }) => chain),
    column('usd', 'tvl', 'TVL', ({ tvlUsd }) => tvlUsd, { isMain: true }),
    column('percent', 'apy', 'APY', ({ apy }) => apy, { isMain: true }),
    column('percent', 'base', 'Base', ({ apyBase }) => apyBase),
    column('percent', 'reward', 'Reward', ({ apyReward }) => apyReward),
    column('percent', 'mean', '30d mean', ({ apyMean30d }) => apyMean30d),
    column('points', 'day', '1d', ({ apyPct1D }) => apyPct1D),
    column('points', 'week', '7d', ({ apyPct7D }) => apyPct7D),
    column('points', 'month', '30d', ({ apyPct30D }) => apyPct30D, { isExtra: true }),
    column('usd', 'volume', 'Volume 1d', ({ volumeUsd1d }) => volumeUsd1d),
    column('ratio', 'sigma', 'Sigma', ({ sigma }) => sigma, { isExtra: true }),
    column('text', 'exposure', 'Exposure', ({ exposure }) => exposure, { isExtra: true }),
    column('text', 'il', 'Loss risk', ({ ilRisk }) => ilRisk, { isExtra: true }),
    column('flag', 'outlier', 'Outlier', ({ outlier }) => outlier, { isExtra: true }),
  ],
})

export const Yields = () => <ListPage list={pools} />
