import { type ApiRequest, request } from '../../api/request.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { type MarketDays, seriesOf } from './market-series.ts'

export const MARKETS = [
  'tvl',
  'stablecoins',
  'dexs',
  'derivatives',
  'fees',
  'open-interest',
] as const
export type Market = (typeof MARKETS)[number]

const NAMES: Record<Market, string> = {
  tvl: 'Value locked',
  stablecoins: 'Stablecoins in circulation',
  dexs: 'DEX volume a day',
  derivatives: 'Perpetuals volume a day',
  fees: 'Fees a day',
  'open-interest': 'Open interest',
}
const SHORT_NAMES: Record<Market, string> = {
  tvl: 'TVL',
  stablecoins: 'Stablecoins',
  dexs: 'Volume',
  derivatives: 'Perpetuals',
  fees: 'Fees',
  'open-interest': 'Open interest',
}
const FLOWS: ReadonlySet<Market> = new Set(['dexs', 'derivatives', 'fees'])

export interface MarketView extends SeriesView {
  readonly state: SeriesView['state'] & {
    readonly fig: Market
    readonly by: 'total' | 'chain'
  }
  set(changes: Partial<MarketView['state']>): void
}

/** One figure of the whole market over time, in total or by chain. */
export function MarketChart({ view }: { view: MarketView }) {
  const { fig, by } = view.state
  const isSplit = fig !== 'stablecoins' && by === 'chain'
  return (
    <SeriesBlock
      title={NAMES[fig]}
      {...requestOf(fig, isSplit)}
      kind={FLOWS.has(fig) ? 'bar' : isSplit ? 'stack' : 'line'}
      sign="$"
      modes={isSplit ? ['abs', 'share'] : ['abs', 'log']}
      view={view}
      height={292}
      seriesOf={(days) => seriesOf(days, NAMES[fig])}
      tools={
        <>
          <Segments
            label="Figure"
            options={MARKETS}
            names={SHORT_NAMES}
            value={fig}
            onChange={(value) => view.set({ fig: value })}
          />
          {fig !== 'stablecoins' && (
            <Segments
              label="Split"
              options={['total', 'chain']}
              names={{ chain: 'by chain' }}
              value={by}
              onChange={(value) => view.set({ by: value })}
            />
          )}
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
