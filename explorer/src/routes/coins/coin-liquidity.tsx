import type { Body } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { changeOver } from '../../lib/series.ts'

type Days = Body<'getLiquidityHistory'>

export const LIQUIDITY_FIGURES = ['liquidityUsd', 'volume24h', 'depth'] as const
type LiquidityFigure = (typeof LIQUIDITY_FIGURES)[number]
const NAMES: Record<LiquidityFigure, string> = {
  liquidityUsd: 'liquidity',
  volume24h: 'volume',
  depth: 'depth',
}

export interface LiquidityView extends SeriesView {
  readonly state: SeriesView['state'] & { readonly fig: LiquidityFigure }
  set(changes: Partial<LiquidityView['state']>): void
}

/** How much of a coin can be traded, and what moves its price; left out where none is known. */
export function CoinLiquidity({ coin, view }: { coin: string; view: LiquidityView }) {
  const history = request('getLiquidityHistory', { token: coin })
  const figure = view.state.fig
  const asked = useRequest(history)
  if (asked.error?.status === 404) return null
  const newest = asked.data?.body.at(-1)
  const values = asked.data?.body.map(({ liquidityUsd }) => liquidityUsd) ?? []
  const isLoading = asked.isPending
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
        tools={
          <Segments
            label="Figure"
            options={LIQUIDITY_FIGURES}
            names={NAMES}
            value={figure}
            onChange={(fig) => view.set({ fig })}
          />
        }
      />
      <FigureStrip
        items={[
          {
            name: 'Liquidity',
            value: newest?.liquidityUsd,
            sign: '$',
            isLoading,
            source: { operation: 'getLiquidityHistory', parameters: { token: coin } },
            changes: [{ span: '7d', percent: changeOver(values, 7) }],
          },
          { name: 'Volume, 24 h', value: newest?.volume24h, sign: '$', isLoading },
          { name: 'Moves it by 1%', value: newest?.priceImpact1Percent, sign: '$', isLoading },
          { name: 'Moves it by 2%', value: newest?.priceImpact2Percent, sign: '$', isLoading },
          {
            name: 'Pools',
            value: newest?.pools,
            isLoading,
            note: newest?.carriedPools ? `${newest.carriedPools} carried` : '',
          },
        ]}
      />
    </>
  )
}

function seriesOf(days: Days, figure: LiquidityFigure) {
  if (figure !== 'depth')
    return [{ name: NAMES[figure], points: days.map((day) => [day.date, day[figure]] as const) }]
  return [
    { name: 'moves it by 2%', points: days.map((d) => [d.date, d.priceImpact2Percent] as const) },
    { name: 'moves it by 1%', points: days.map((d) => [d.date, d.priceImpact1Percent] as const) },
  ]
}
