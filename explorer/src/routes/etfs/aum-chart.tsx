import { RANGES } from '../../blocks/chart/prepare.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import type { EtfView } from './flow-panels.tsx'
import { aumByFund, type FundDay } from './flows.ts'

/** What funds manage, by fund; only the days of the range are asked for. */
export function AumChart({ view }: { view: EtfView }) {
  const { funds, range } = view.state
  const days = RANGES[range]
  const start = useDaysAgo(Number.isFinite(days) ? days : 0)
  return (
    <SeriesBlock<readonly FundDay[]>
      title="Assets under management"
      path={funds === 'all' ? '/etfs/history' : '/etfs/historyEth'}
      query={{ start: Number.isFinite(days) ? start : undefined }}
      kind="stack"
      sign="$"
      modes={['abs', 'share']}
      view={view}
      seriesOf={aumByFund}
    />
  )
}
