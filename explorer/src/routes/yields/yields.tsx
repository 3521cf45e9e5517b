import { type BodyOf, request } from '../../api/request.ts'
import { BoundsField } from '../../blocks/filters/bounds-field.tsx'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { ToggleField } from '../../blocks/filters/toggle-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { bounds, flag, isWithin, text } from '../../lib/view-state.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { hasTokens, placeChoices, poolHref, poolsOf } from './pool-row.ts'
import { PoolScatter } from './pool-scatter.tsx'
import { Presets } from './presets.tsx'
import { YieldTabs } from './yield-tabs.tsx'

const keys = { tokens: text(), tvl: bounds(), apy: bounds(), outliers: flag() }
const NAMED = 'pool,chain,project,symbol,poolMeta,tvlUsd,apy,apyBase,apyReward,apyMean30d'
const MORE = 'apyPct1D,apyPct7D,apyPct30D,volumeUsd1d,il7d,sigma,exposure,ilRisk,stablecoin,outlier'
const POOLS = request('listPools', { fields: `${NAMED},${MORE},rewardTokens` })

type Pools = BodyOf<typeof POOLS>
type PoolRow = Pools['data'][number]

const pools = defineList<Pools, PoolRow>({
  title: 'Yields',
  ...POOLS,
  rowsOf: poolsOf,
  keyOf: ({ pool }) => pool,
  hrefOf: poolHref,
  searchIn: ({ symbol, project, chain }) => [symbol, project, chain],
  sort: '-tvl',
  watched: { kind: 'pool', nameOf: ({ symbol, project }) => `${symbol}, ${project}` },
  fill: 'almanac import yield_samples <file>',
  above: () => (
    <>
      <YieldTabs />
      <Presets />
    </>
  ),
  before: ({ data }, view) => {
    const { tvl, apy, outliers } = viewOf(view, keys).state
    const shown = data.filter((pool) => isShown(pool, outliers))
    return (
      <PoolScatter
        pools={shown}
        hiddenCount={data.length - shown.length}
        tvl={tvl}
        apy={apy}
        onChange={(bounded) => view.set({ ...bounded })}
      />
    )
  },
  keys,
  fits: (pool, view) => {
    const { tokens, tvl, apy, outliers } = viewOf(view, keys).state
    return (
      isShown(pool, outliers) &&
      hasTokens(pool.symbol, tokens) &&
      isWithin(pool.tvlUsd, tvl) &&
      isWithin(pool.apy, apy)
    )
  },
  tools: (view) => {
    const { tokens, tvl, apy, outliers } = viewOf(view, keys).state
    return (
      <>
        <SearchField
          label="Tokens, -without"
          value={tokens}
          onChange={(value) => view.set({ tokens: value })}
        />
        <BoundsField
          label="TVL $M"
          unitSize={1e6}
          value={tvl}
          onChange={(value) => view.set({ tvl: value })}
        />
        <BoundsField label="APY %" value={apy} onChange={(value) => view.set({ apy: value })} />
        <ToggleField value={outliers} onChange={(value) => view.set({ outliers: value })}>
          With outliers
        </ToggleField>
      </>
    )
  },
  choices: [
    ...placeChoices,
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
      id: 'reward',
      name: 'Rewards',
      all: 'With or without rewards',
      namesOf: ({ rewardTokens }) => [rewardTokens?.length ? 'with rewards' : 'no rewards'],
    },
    {
      id: 'size',
      name: 'Size',
      all: 'Any size',
      namesOf: ({ tvlUsd }) =>
        [1e6, 5e6, 10e6, 100e6]
          .filter((least) => tvlUsd !== null && tvlUsd >= least)
          .map((least) => `over $${least / 1e6} M`),
    },
  ],
  columns: [
    column('text', 'symbol', 'Pool', ({ symbol }) => symbol, { isMain: true }),
    column('text', 'project', 'Project', ({ project }) => project),
    column('text', 'chain', 'Chain', ({ chain }) => chain),
    column('usd', 'tvl', 'TVL', ({ tvlUsd }) => tvlUsd, {
      isMain: true,
      source: ({ pool }) => ({ operation: 'getPoolChart', parameters: { pool } }),
    }),
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
    column('percent', 'il7d', 'Loss 7d', ({ il7d }) => il7d, { isExtra: true }),
    column('text', 'meta', 'Note', ({ poolMeta }) => poolMeta, { isExtra: true }),
    column('flag', 'outlier', 'Outlier', ({ outlier }) => outlier, { isExtra: true }),
  ],
})

export const Yields = () => <ListPage list={pools} />

/** Outliers are hidden until they are asked for. */
function isShown({ outlier }: PoolRow, withOutliers: boolean): boolean {
  return withOutliers || !outlier
}
