import { type Body, request, useRequest } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { changeOver } from '../../lib/series.ts'
import { choice, type StateOf, type ViewWith } from '../../lib/view-state.ts'
import type { SeriesState } from '../../page/series-keys.ts'
import { ViewSegments } from '../../page/view-fields.tsx'

type Days = Body<'getLiquidityHistory'>

const NAMES = { liquidityUsd: 'liquidity', volume24h: 'volume', depth: 'depth' }

export const liquidityKeys = {
  fig: choice(['liquidityUsd', 'volume24h', 'depth'], 'liquidityUsd', {
    label: 'Figure',
    names: NAMES,
  }),
}

type LiquidityState = StateOf<typeof liquidityKeys>

/** How much of a coin can be traded, and what moves its price; left out where none is known. */
export function CoinLiquidity(props: {
  coin: string
  view: ViewWith<SeriesState & LiquidityState>
}) {
  const { coin, view } = props
  const history = request('getLiquidityHistory', { token: coin })
  const figure = view.state.fig
  const asked = useRequest(history)
  if (asked.error?.status === 404) return null
  const newest = asked.data?.body.at(-1)
  const values = asked.data?.body.map(({ liquidityUsd }) => liquidityUsd) ?? []
  return (
    <>
      <SeriesBlock
        key={figure}
        title="Liquidity on exchanges"
        {...history}
        kind={figure === 'volume24h' ? 'bar' : 'line'}
        sign="$"
        view={view}
        height={200}
        seriesOf={(days) => seriesOf(days, figure)}
        tools={<ViewSegments view={view} id="fig" of={liquidityKeys.fig} />}
      />
      <Figures
        asked={asked}
        of={['getLiquidityHistory', { token: coin }]}
        items={[
          usd('Liquidity', newest?.liquidityUsd, {
            changes: { '7d': changeOver(values, 7) },
          }),
          usd('Volume, 24 h', newest?.volume24h),
          usd('Moves it by 1%', newest?.priceImpact1Percent),
          usd('Moves it by 2%', newest?.priceImpact2Percent),
          {
            name: 'Pools',
            value: newest?.pools,
            note: newest?.carriedPools ? `${newest.carriedPools} carried` : '',
          },
        ]}
      />
    </>
  )
}

function seriesOf(days: Days, figure: LiquidityState['fig']) {
  if (figure !== 'depth')
    return [{ name: NAMES[figure], points: days.map((day) => [day.date, day[figure]] as const) }]
  return [
    { name: 'moves it by 2%', points: days.map((d) => [d.date, d.priceImpact2Percent] as const) },
    { name: 'moves it by 1%', points: days.map((d) => [d.date, d.priceImpact1Percent] as const) },
  ]
}
