import { useOperation } from '../../api/use-operation.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { inUnit } from '../../lib/numbers.ts'
import { changeOver } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { useMetricRows } from '../metrics/metric-rows.ts'
import type { DominanceDay } from './dominance.ts'

/** What a chain holds and does, in one line. */
export function ChainFigures({ chain }: { chain: string }) {
  const tvl = useOperation('getHistoricalChainTvl', { chain })
  const values = tvl.data?.body.map((day) => day.tvl) ?? []
  const dominance = useOperation('getStablecoinDominance', { chain })
  const newest = dominance.data?.body.at(-1)
  const flows = [
    {
      name: 'DEX volume, 24 h',
      operation: 'getDexsChainOverview',
      asked: useMetricRows('dexs', { chain }),
    },
    {
      name: 'Fees, 24 h',
      operation: 'getFeesChainOverview',
      asked: useMetricRows('fees', { chain }),
    },
    {
      name: 'Options volume, 24 h',
      operation: 'getOptionsChainOverview',
      asked: useMetricRows('options', { chain }),
    },
  ] as const
  const users = useOperation('getMetricChain', { metric: 'active-users', chain })
  return (
    <FigureStrip
      items={[
        {
          name: 'Value locked',
          value: values.at(-1),
          sign: '$',
          isLoading: tvl.isPending,
          source: { operation: 'getHistoricalChainTvl', parameters: { chain } },
          changes: [
            { span: '1d', percent: changeOver(values, 1) },
            { span: '7d', percent: changeOver(values, 7) },
          ],
        },
        {
          name: 'Stablecoins',
          value: sumOf(newest?.totalCirculatingUSD),
          sign: '$',
          isLoading: dominance.isPending,
          source: { operation: 'getStablecoinDominance', parameters: { chain } },
          note: largestText(newest),
        },
        ...flows
          .filter(({ asked }) => asked.error?.status !== 404)
          .map(({ name, operation, asked }) => ({
            name,
            value: asked.data?.body.total24h,
            sign: '$',
            isLoading: asked.isPending,
            source: { operation, parameters: { chain } },
            changes: [
              { span: '1d', percent: asked.data?.body.change_1d },
              { span: '7d', percent: asked.data?.body.change_7d },
            ],
          })),
        {
          name: 'Active users, a day',
          value: users.data?.body.total24h,
          isLoading: users.isPending,
          source: {
            operation: 'getMetricChain',
            parameters: { metric: 'active-users', chain },
          },
          changes: [{ span: '7d', percent: users.data?.body.change_7d }],
        },
      ]}
    />
  )
}

function largestText(day: DominanceDay | undefined): string {
  const symbol = day?.greatestMcap?.symbol
  return symbol == null ? '' : `${symbol} ${inUnit(day?.dominance, 1, 1)}%`
}
