import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { columnsOf } from '../../lib/columns-of.ts'
import { choice } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useView } from '../../page/use-view.ts'

const PERIODS = ['7', '30', 'ytd', '365'] as const
const PERIOD_NAMES = { '7': '7d', '30': '30d', ytd: 'this year', '365': '1y' }
const keys = { ...seriesKeys, period: choice(PERIODS, '30') }
const MAX_NARRATIVES = 40

/** How narratives did over a period: the mean change of their coins, in percent. */
export function Narratives() {
  const view = useView(keys)
  return (
    <>
      <PageHead title="Narratives" ignored={view.ignored} />
      <SeriesBlock<readonly Record<string, number | null>[]>
        title="Change since the start of the period, %"
        path={`/fdv/performance/${view.state.period}`}
        kind="line"
        modes={['abs']}
        view={view}
        height={420}
        maxSeries={MAX_NARRATIVES}
        seriesOf={(points) => columnsOf(points, 'date')}
        tools={
          <Segments
            label="Period"
            options={PERIODS}
            names={PERIOD_NAMES}
            value={view.state.period}
            onChange={(period) => view.set({ period })}
          />
        }
      />
    </>
  )
}
