import { RANGES } from '../../blocks/chart/prepare.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import type { EtfView } from './flow-panels.tsx'
import { aumByFund } from './flows.ts'
import { historyRequest } from './fund.ts'

/** What funds manage, by fund; only the days of the range are asked for. */
export function AumChart({ view }: { view: EtfView }) {
  const { funds, range } = view.state
  const days = RANGES[range]
  const start = useDaysAgo(Number.isFinite(days) ? days : 0)
  return (
    <SeriesBlock
      title="Assets under management"
      {...historyRequest(funds, Number.isFinite(days) ? start : undefined)}
      kind="stack"
      sign="$"
      modes={['abs', 'share']}
      view={view}
      seriesOf={aumByFund}
    />
  )
}
