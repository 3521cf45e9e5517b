import { type ApiRequest, request, useOperation } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { FigureStrip, toldBy, usd } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { changeOver, last } from '../../lib/series.ts'
import { sumOf } from '../../lib/sums.ts'
import { choice, type ViewWith } from '../../lib/view-state.ts'
import { ageText, MISSING } from '../../lib/writing.ts'
import { AppLink, link } from '../../page/app-link.tsx'
import { PageHead, useView } from '../../page/page-head.tsx'
import { type SeriesState, seriesKeys } from '../../page/series-keys.ts'
import { ViewSegments } from '../../page/view-fields.tsx'
import { flowFigure, useMetricRows } from '../metrics/metric-rows.ts'
import { protocolKeys } from '../protocols/protocol-filters.tsx'
import { ProtocolTable } from '../protocols/protocol-table.tsx'
import { type MarketDays, seriesOf } from './market-series.ts'

/** Figures of the market with their names, in full and short. */
const NAMES = {
  tvl: ['Value locked', 'TVL'],
  stablecoins: ['Stablecoins in circulation', 'Stablecoins'],
  dexs: ['DEX volume a day', 'Volume'],
  derivatives: ['Perpetuals volume a day', 'Perpetuals'],
  fees: ['Fees a day', 'Fees'],
  'open-interest': ['Open interest', 'Open interest'],
} as const
type Market = keyof typeof NAMES
const MARKETS = Object.keys(NAMES) as Market[]
const FLOWS: ReadonlySet<Market> = new Set(['dexs', 'derivatives', 'fees'])

type MarketView = ViewWith<SeriesState & { readonly fig: Market; readonly by: 'total' | 'chain' }>

const keys = {
  fig: choice(MARKETS, 'tvl', {
    label: 'Figure',
    names: Object.fromEntries(MARKETS.map((id) => [id, NAMES[id][1]])),
  }),
  by: choice(['total', 'chain'], 'chain', { label: 'Split', names: { chain: 'by chain' } }),
  ...seriesKeys,
  ...protocolKeys,
}

/** What the market holds and does, and how well it is known. */
export function Overview() {
  const view = useView(keys)
  return (
    <>
      <PageHead title="Overview" ignored={view.ignored} />
      <MarketFigures />
      <div className="with-side">
        <MarketChart view={view} />
        <StateOfData />
      </div>
      <ProtocolTable view={view} />
    </>
  )
}

function MarketFigures() {
  const chains = useOperation('listChains', {})
  const stablecoins = useOperation('getStablecoinChart', {})
  const rwa = useOperation('getRwaStats', {})
  const supplies = stablecoins.data?.body.map((point) => sumOf(point.totalCirculatingUSD)) ?? []
  return (
    <FigureStrip
      items={[
        usd('Value locked', chains.data && sumOf(chains.data.body.map((chain) => chain.tvl)), {
          ...toldBy(chains, 'listChains'),
          note: chains.data && `${chains.data.body.length} chains`,
        }),
        usd('Stablecoins', last(supplies), {
          ...toldBy(stablecoins, 'getStablecoinChart'),
          changes: { '7d': changeOver(supplies, 7), '30d': changeOver(supplies, 30) },
        }),
        flowFigure('DEX volume, 24 h', useMetricRows('dexs'), 'getDexsOverview'),
        flowFigure('Perpetuals, 24 h', useMetricRows('derivatives'), 'getDerivativesOverview'),
        flowFigure('Open interest', useMetricRows('open-interest'), 'getOpenInterestOverview'),
        flowFigure('Fees, 24 h', useMetricRows('fees'), 'getFeesOverview'),
        usd('Real-world assets', rwa.data?.body.totalOnChainMcap, toldBy(rwa, 'getRwaStats')),
      ]}
    />
  )
}

const SHOWN = new Map([
  ['prices', 'Newest prices'],
  ['tvl', 'Newest value locked'],
  ['dimension_days', 'Volumes and fees'],
  ['stablecoin_supply', 'Stablecoin supply'],
])

/** How old the figures are and what is held back. */
function StateOfData() {
  const freshness = useOperation('getFreshness', {}, { knowsPast: false })
  const quality = useOperation('getQuality', { limit: 1 })
  const counts = quality.data?.body.facts
  const sum = (name: 'held' | 'flagged' | 'released') =>
    counts?.reduce((total, fact) => total + fact[name], 0)
  return (
    <Block
      title="State of the data"
      asked={freshness}
      shape={{ rows: 8 }}
      actions={
        <AppLink to="/freshness" className="action">
          All
        </AppLink>
      }
    >
      {({ facts }) => (
        <Facts
          lines={[
            ...facts
              .filter(({ fact }) => SHOWN.has(fact))
              .map(
                ({ fact, ageSeconds }) =>
                  [
                    SHOWN.get(fact) ?? fact,
                    ageSeconds === null ? 'none yet' : `${ageText(ageSeconds)} old`,
                  ] as const,
              ),
            ['Readings held', link('/quality', sum('held') ?? '—', { state: 'held' })],
            ['Flagged, served', link('/quality', sum('flagged') ?? '—', { state: 'flagged' })],
            ['Released so far', sum('released') ?? '—'],
            ['Last run', link('/runs', newestRun(facts.flatMap(({ lastRun }) => lastRun ?? [])))],
            ['Facts stored', link('/datasets', facts.length)],
          ]}
        />
      )}
    </Block>
  )
}

function newestRun(runs: readonly number[]): number | string {
  return runs.length === 0 ? MISSING : Math.max(...runs)
}

/** One figure of the whole market over time, in total or by chain. */
export function MarketChart({ view }: { view: MarketView }) {
  const { fig, by } = view.state
  const isSplit = fig !== 'stablecoins' && by === 'chain'
  return (
    <SeriesBlock
      title={NAMES[fig][0]}
      {...requestOf(fig, isSplit)}
      kind={FLOWS.has(fig) ? 'bar' : isSplit ? 'stack' : 'line'}
      sign="$"
      modes={isSplit ? ['abs', 'share'] : ['abs', 'log']}
      view={view}
      height={292}
      seriesOf={(days) => seriesOf(days, NAMES[fig][0])}
      tools={
        <>
          <ViewSegments view={view} id="fig" of={keys.fig} />
          {fig !== 'stablecoins' && <ViewSegments view={view} id="by" of={keys.by} />}
        </>
      }
    />
  )
}

function requestOf(fig: Market, isSplit: boolean): ApiRequest<MarketDays> {
  if (fig === 'tvl') return request('getHistoricalTvl', { breakdown: isSplit ? true : undefined })
  if (fig === 'stablecoins') return request('getStablecoinChart', {})
  return request(isSplit ? 'getMetricChainBreakdown' : 'getMetricChart', { metric: fig })
}
