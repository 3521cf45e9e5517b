import { useOperation } from '../../api/use-operation.ts'
import { names, sorting } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { useView } from '../../page/use-view.ts'
import { BridgeDayTable, dayKeys } from './bridge-day.tsx'
import { BRIDGE_TABS } from './bridges.tsx'
import { DayFlows } from './day-flows.tsx'

const keys = { ...dayKeys, cols: names(), sort: sorting('-deposited') }

/** What all bridges moved on one day, on all chains or one. */
export function BridgesDay() {
  const view = useView(keys)
  const chains = useOperation('listChains', {})
  return (
    <>
      <PageHead title="Bridges, one day" ignored={view.ignored} />
      <PageTabs label="Bridges" tabs={BRIDGE_TABS} />
      <BridgeDayTable
        view={view}
        chains={(chains.data?.body ?? []).map(({ name }) => name).sort()}
      />
      <DayFlows day={view.state.day} />
    </>
  )
}
