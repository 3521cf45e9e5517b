import { type Asked, useAnswer } from '../../api/use-answer.ts'
import { RANGE_NAMES } from '../../blocks/chart/prepare.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { last } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { choice, names, sorting, text } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { useView } from '../../page/use-view.ts'
import { ProtocolTable } from '../protocols/protocol-table.tsx'
import { MARKETS, MarketChart } from './market-chart.tsx'
import { StateOfData } from './state-of-data.tsx'

const keys = {
  fig: choice(MARKETS, 'tvl'),
  by: choice(['total', 'chain'], 'chain'),
  range: choice(RANGE_NAMES, '1y'),
  mode: choice(['abs', 'share', 'log'], 'abs'),
  q: text(),
  category: names(),
  chain: names(),
  cols: names(),
  sort: sorting('-tvl'),
}

interface Total {
  readonly total24h: number | null
  readonly change_1d: number | null
  readonly change_7d: number | null
}

/** What the market holds and does, and how well it is known. */
export function Overview() {
  const view = useView(keys)
  const chains = useAnswer<readonly { tvl: number | null }[]>('/v2/chains')
  const stablecoins =
    useAnswer<readonly { totalCirculatingUSD: Record<string, number> }[]>('/stablecoincharts/all')
  const lean = { excludeTotalDataChart: true, excludeTotalDataChartBreakdown: true }
  const dexs = useAnswer<Total>('/overview/dexs', lean)
  const fees = useAnswer<Total>('/overview/fees', lean)
  const interest = useAnswer<Total>('/overview/open-interest', lean)
  const tvl = chains.data && sumOf(chains.data.body.map((chain) => chain.tvl))
  const supplies = stablecoins.data?.body.map((point) => sumOf(point.totalCirculatingUSD))
  return (
    <>
      <PageHead
        title="Overview"
        note={chains.data !== undefined && `${chains.data.body.length} chains`}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'Value locked',
            value: tvl,
            sign: '$',
            isLoading: chains.isPending,
            source: { operation: 'tvl.listChains', parameters: {} },
          },
          {
            name: 'Stablecoins',
            value: supplies === undefined ? undefined : last(supplies),
            sign: '$',
            isLoading: stablecoins.isPending,
            source: { operation: 'stablecoins.getChartAll', parameters: {} },
          },
          flow('DEX volume, 24 h', dexs, 'dimensions.getDexsOverview'),
          flow('Fees, 24 h', fees, 'dimensions.getFeesOverview'),
          flow('Open interest', interest, 'dimensions.getOpenInterestOverview'),
        ]}
      />
      <div className="with-side">
        <MarketChart view={view} />
        <StateOfData />
      </div>
      <ProtocolTable view={view} />
    </>
  )
}

function flow(name: string, asked: Asked<Total>, operation: string) {
  const total = asked.data?.body
  return {
    name,
    value: total?.total24h,
    sign: '$',
    isLoading: asked.isPending,
    source: { operation, parameters: {} },
    changes:
      total === undefined
        ? []
        : [
            { span: '1d', percent: total.change_1d },
            { span: '7d', percent: total.change_7d },
          ],
  }
}
