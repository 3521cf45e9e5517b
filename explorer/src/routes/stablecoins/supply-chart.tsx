import { type ApiRequest, type Body, request } from '../../api/request.ts'
import { LineChart, SeriesBlock, type SeriesBlockProps } from '../../blocks/chart/series-block.tsx'
import { sumOf } from '../../lib/sums.ts'
import type { SeriesView } from '../../page/series-keys.ts'
import { pegSeries } from './supply-series.ts'

type Supply = Body<'getStablecoinChart'>

/** Dollars of stablecoins in circulation, everywhere or on one chain. */
export function SupplyChart({
  title,
  ...props
}: ApiRequest<Supply> &
  Pick<SeriesBlockProps<Supply>, 'title' | 'view' | 'height' | 'isOptional'>) {
  return (
    <LineChart
      title={title}
      {...props}
      pointsOf={(days) =>
        days.map(({ date, totalCirculatingUSD }) => [Number(date), sumOf(totalCirculatingUSD)])
      }
      name="In circulation"
    />
  )
}

/** Prices of stablecoins over time: of one, or how far those of the dollar are from it. */
export function PegChart(props: {
  title: string
  view: SeriesView
  /** Symbols by the id under which prices are told. */
  names: ReadonlyMap<string, string>
  /** Hundredths of a percent from one dollar instead of the price. */
  isDeviation: boolean
}) {
  const { title, view, names, isDeviation } = props
  return (
    <SeriesBlock
      title={title}
      {...request('listStablecoinPrices', {})}
      kind="line"
      sign={isDeviation ? '' : '$'}
      modes={['abs']}
      view={view}
      // Distances from a peg do not add up, so none is summed into a rest.
      maxSeries={names.size}
      seriesOf={(days) => pegSeries(days, names, isDeviation)}
    />
  )
}
