import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { sumOf } from '../../lib/sum-of.ts'
import { useLocalView } from '../../page/use-local-view.ts'

type Supply = readonly {
  date: string | number
  totalCirculatingUSD: Readonly<Record<string, number | null>>
}[]

/** Dollars of stablecoins in circulation, everywhere or on one chain. */
export function SupplyChart({ path }: { path: string }) {
  const view = useLocalView()
  return (
    <SeriesBlock<Supply>
      title="In circulation"
      path={path}
      kind="line"
      sign="$"
      view={view}
      seriesOf={(days) => [
        {
          name: 'In circulation',
          points: days.map(({ date, totalCirculatingUSD }) => [
            Number(date),
            sumOf(totalCirculatingUSD),
          ]),
        },
      ]}
    />
  )
}
