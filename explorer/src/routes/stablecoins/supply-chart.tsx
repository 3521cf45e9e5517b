import type { Body } from '../../api/answers.ts'
import type { ApiRequest } from '../../api/request.ts'
import { SeriesBlock, type SeriesBlockProps } from '../../blocks/chart/series-block.tsx'
import { sumOf } from '../../lib/sum-of.ts'

type Supply = Body<'getStablecoinChart'>

/** Dollars of stablecoins in circulation, everywhere or on one chain. */
export function SupplyChart({
  title,
  ...props
}: ApiRequest<Supply> &
  Pick<SeriesBlockProps<Supply>, 'title' | 'view' | 'height' | 'isOptional'>) {
  return (
    <SeriesBlock
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
