import { request } from '../../api/request.ts'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { pegSeries } from './peg-series.ts'

/** Prices of stablecoins over time: of one, or how far those of the dollar are from it. */
export function PegChart({
  title,
  view,
  names,
  isDeviation,
}: {
  title: string
  view: SeriesView
  /** Symbols by the id under which prices are told. */
  names: ReadonlyMap<string, string>
  /** Hundredths of a percent from one dollar instead of the price. */
  isDeviation: boolean
}) {
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
