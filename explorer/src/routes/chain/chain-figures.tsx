import { type Body, useOperation } from '../../api/request.ts'
import { FigureStrip, toldBy, usd } from '../../blocks/figure/figure-strip.tsx'
import { changeOver } from '../../lib/series.ts'
import { sumOf } from '../../lib/sums.ts'
import { inUnit, toSec } from '../../lib/writing.ts'
import { flowFigure, useMetricRows } from '../metrics/metric-rows.ts'

/** What a chain holds and does, in one line. */
export function ChainFigures({ chain }: { chain: string }) {
  const tvl = useOperation('getHistoricalChainTvl', { chain })
  const values = tvl.data?.body.map((day) => day.tvl) ?? []
  const dominance = useOperation('getStablecoinDominance', { chain })
  const newest = dominance.data?.body.at(-1)
  const flows = [
    ['DEX volume, 24 h', 'getDexsChainOverview', useMetricRows('dexs', { chain })],
    ['Fees, 24 h', 'getFeesChainOverview', useMetricRows('fees', { chain })],
    ['Options volume, 24 h', 'getOptionsChainOverview', useMetricRows('options', { chain })],
  ] as const
  const asked = { metric: 'active-users', chain }
  const users = useOperation('getMetricChain', asked)
  return (
    <FigureStrip
      items={[
        usd('Value locked', values.at(-1), {
          ...toldBy(tvl, 'getHistoricalChainTvl', { chain }),
          changes: { '1d': changeOver(values, 1), '7d': changeOver(values, 7) },
        }),
        usd('Stablecoins', sumOf(newest?.totalCirculatingUSD), {
          ...toldBy(dominance, 'getStablecoinDominance', { chain }),
          note: largestText(newest),
        }),
        ...flows
          .filter(([, , { error }]) => error?.status !== 404)
          .map(([name, operation, sums]) => flowFigure(name, sums, operation, { chain })),
        {
          ...toldBy(users, 'getMetricChain', asked),
          name: 'Active users, a day',
          value: users.data?.body.total24h,
          changes: { '7d': users.data?.body.change_7d },
        },
      ]}
    />
  )
}

function largestText(day: DominanceDay | undefined): string {
  const symbol = day?.greatestMcap?.symbol
  return symbol == null ? '' : `${symbol} ${inUnit(day?.dominance, 1, 1)}%`
}

/** A day of `/stablecoins/stablecoindominance/{chain}`. */
type DominanceDay = Body<'getStablecoinDominance'>[number]

/** How much of the stablecoins on the chain is the largest one, in percent. */
export function dominanceSeries(days: readonly DominanceDay[]) {
  return [
    {
      name: 'Largest stablecoin',
      points: days.map((day) => [toSec(day.date), day.dominance] as const),
    },
  ]
}
