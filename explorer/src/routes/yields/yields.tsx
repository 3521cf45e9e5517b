import { useRef } from 'react'
import { type BodyOf, request } from '../../api/request.ts'
import { Button } from '../../blocks/controls/button.tsx'
import { drawnSvg, ExportPicture } from '../../blocks/export/save-picture.tsx'
import { SearchField, ToggleField } from '../../blocks/filters/fields.tsx'
import { Scatter } from '../../blocks/scatter/scatter.tsx'
import { column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { type Bounds, flag, isLimited, text } from '../../lib/view-state.ts'
import { grouped, shortText } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { boundsIn, by, UNLIMITED } from '../../page/list-filters.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { Section } from '../../page/section.tsx'
import { keyOf } from '../../page/view-fields.tsx'
import { hasTokens, placeChoices, poolHref, poolsOf } from './pool-row.ts'
import { YieldTabs } from './pool-table.tsx'

const keys = { tokens: text(), outliers: flag() }
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
    const { outliers } = viewOf(view, keys).state
    const shown = data.filter((pool) => isShown(pool, outliers))
    return (
      <PoolScatter
        pools={shown}
        hiddenCount={data.length - shown.length}
        tvl={boundsIn(view.state, 'tvl')}
        apy={boundsIn(view.state, 'apy')}
        onChange={(bounded) => view.set({ ...bounded })}
      />
    )
  },
  keys,
  fits: (pool, view) => {
    const { tokens, outliers } = viewOf(view, keys).state
    return isShown(pool, outliers) && hasTokens(pool.symbol, tokens)
  },
  tools: (list) => {
    const view = viewOf(list, keys)
    return (
      <>
        <SearchField {...keyOf(view, 'tokens')} label="Tokens, -without" />
        <ToggleField {...keyOf(view, 'outliers')}>With outliers</ToggleField>
      </>
    )
  },
  limits: [
    { id: 'tvl', name: 'TVL $M', unitSize: 1e6, of: ({ tvlUsd }) => tvlUsd },
    { id: 'apy', name: 'APY %', of: ({ apy }) => apy },
  ],
  choices: [
    ...placeChoices,
    by('kind', 'Kind', 'Any tokens', ({ stablecoin }) => [stablecoin ? 'stablecoins' : 'others']),
    by('exposure', 'Exposure', 'Any exposure', 'exposure'),
    by('risk', 'Impermanent loss', 'Any loss risk', ({ ilRisk }) => [
      ilRisk === 'no' ? 'no loss risk' : 'loss risk',
    ]),
    by('reward', 'Rewards', 'With or without rewards', ({ rewardTokens }) => [
      rewardTokens?.length ? 'with rewards' : 'no rewards',
    ]),
    by('size', 'Size', 'Any size', ({ tvlUsd }) =>
      [1e6, 5e6, 10e6, 100e6]
        .filter((least) => tvlUsd !== null && tvlUsd >= least)
        .map((least) => `over $${least / 1e6} M`),
    ),
  ],
  columns: [
    column('text', 'symbol', 'Pool', 'symbol', MAIN),
    column('text', 'project', 'Project', 'project'),
    column('text', 'chain', 'Chain', 'chain'),
    column('usd', 'tvl', 'TVL', 'tvlUsd', {
      isMain: true,
      source: ({ pool }) => ({ operation: 'getPoolChart', parameters: { pool } }),
    }),
    column('percent', 'apy', 'APY', 'apy', MAIN),
    column('percent', 'base', 'Base', 'apyBase'),
    column('percent', 'reward', 'Reward', 'apyReward'),
    column('percent', 'mean', '30d mean', 'apyMean30d'),
    column('points', 'day', '1d', 'apyPct1D'),
    column('points', 'week', '7d', 'apyPct7D'),
    column('points', 'month', '30d', 'apyPct30D', EXTRA),
    column('usd', 'volume', 'Volume 1d', 'volumeUsd1d'),
    column('ratio', 'sigma', 'Sigma', 'sigma', EXTRA),
    column('text', 'exposure', 'Exposure', 'exposure', EXTRA),
    column('text', 'il', 'Loss risk', 'ilRisk', EXTRA),
    column('percent', 'il7d', 'Loss 7d', 'il7d', EXTRA),
    column('text', 'meta', 'Note', 'poolMeta', EXTRA),
    column('flag', 'outlier', 'Outlier', 'outlier', EXTRA),
  ],
})

export const Yields = () => <ListPage list={pools} />

/** Outliers are hidden until they are requested. */
function isShown({ outlier }: PoolRow, withOutliers: boolean): boolean {
  return withOutliers || !outlier
}

const PRESETS: readonly { name: string; search: Readonly<Record<string, string>> }[] = [
  { name: 'stablecoins over $5 M', search: { kind: 'stablecoins', tvl: '5000000..' } },
  {
    name: 'one token, no loss risk',
    search: { exposure: 'single', risk: 'no loss risk', tvl: '1000000..' },
  },
  { name: 'without rewards', search: { reward: 'no rewards', tvl: '1000000..', sort: '-apy' } },
  { name: 'large and steady', search: { tvl: '100000000..', sort: 'sigma' } },
]

/** Ways in that many take; each is a URL of this page. */
const Presets = () => (
  <div className="filters">
    <p className="dim">
      {PRESETS.map(({ name, search }, index) => (
        <span key={name}>
          {index === 0 ? 'Try ' : ', '}
          <AppLink to="/yields" search={search}>
            {name}
          </AppLink>
        </span>
      ))}
      .
    </p>
  </div>
)

const LEAST_USD = 10_000
const LEAST_APY = 0.1
/** As high as the style sheet of the scatter makes it. */
const HEIGHT = 238

interface PoolBounds {
  readonly tvl: Bounds
  readonly apy: Bounds
}

/** Size of pools against their yield; a drawn rectangle narrows the table. */
function PoolScatter(
  props: PoolBounds & {
    pools: readonly Pick<PoolRow, 'tvlUsd' | 'apy'>[]
    /** Outliers that are not drawn. */
    hiddenCount: number
    onChange(bounds: PoolBounds): void
  },
) {
  const { pools, hiddenCount, tvl, apy, onChange } = props
  const section = useRef<HTMLElement>(null)
  const draw = () => {
    const drawing = section.current?.querySelector<SVGSVGElement>('.scatter > svg')
    return drawing == null ? '' : drawnSvg(drawing)
  }
  const points = pools.flatMap(({ tvlUsd, apy: percent }) =>
    tvlUsd === null || percent === null ? [] : [[tvlUsd, percent] as const],
  )
  const hidden = hiddenCount > 0 ? `; ${grouped(hiddenCount, 0)} outliers are hidden` : ''
  return (
    <Section
      ref={section}
      title="Size against yield"
      note={`${grouped(points.length, 0)} pools${hidden}. Draw a rectangle to narrow the table.`}
      actions={
        <>
          {(isLimited(tvl) || isLimited(apy)) && (
            <Button onClick={() => onChange({ tvl: UNLIMITED, apy: UNLIMITED })}>All pools</Button>
          )}
          <ExportPicture title="Pools: TVL against APY" height={HEIGHT} draw={draw} />
        </>
      }
    >
      <Scatter
        label={`Value locked against APY of ${points.length} pools, both logarithmic`}
        points={points}
        x={{
          name: 'TVL',
          least: LEAST_USD,
          bounds: tvl,
          write: (value) => shortText(value, { digits: 1, sign: '$' }),
        }}
        y={{ name: 'APY', least: LEAST_APY, bounds: apy, write: (value) => `${value}%` }}
        onBrush={(x, y) => onChange({ tvl: x, apy: y })}
      />
    </Section>
  )
}
