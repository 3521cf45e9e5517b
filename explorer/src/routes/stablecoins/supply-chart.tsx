import { SeriesBlock, type SeriesBlockProps } from '../../blocks/chart/series-block.tsx'
import { sumOf } from '../../lib/sum-of.ts'

type Supply = readonly {
  date: string | number
  totalCirculatingUSD: Readonly<Record<string, number | null>>
}[]

/** Dollars of stablecoins in circulation, everywhere or on one chain. */
export function SupplyChart({
  title,
  ...props
}: Pick<SeriesBlockProps<Supply>, 'title' | 'path' | 'view' | 'height' | 'isOptional'>) {
  return (
    <SeriesBlock<Supply>
      title={title}
      kind="line"
      sign="$"
      seriesOf={(days) => [
        {
          name: 'In circulation',
          points: days.map(({ date, totalCirculatingUSD }) => [
            Number(date),
            sumOf(totalCirculatingUSD),
          ]),
        },
      ]}
      {...props}
    />
  )
}
