import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { useOperation } from '../../api/use-operation.ts'
import { usePages } from '../../api/use-pages.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { flowsOf } from '../../lib/flow-matrix.ts'
import { names, sorting, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { BridgeDayTable, dayKeys } from './bridge-day.tsx'
import { BridgeFlows } from './bridge-flows.tsx'
import { BridgeTransfers } from './bridge-transfers.tsx'
import { FlowTable } from './flow-table.tsx'

const keys = {
  ...seriesKeys,
  ...dayKeys,
  chain: names(),
  address: text(),
  cols: names(),
  sort: sorting('-at'),
}
const PAGE_SIZE = 500
const MATRIX_NOTE = 'of the transfers that are listed below'
const BY_SIZE = { sort: { column: 'deposited', isDescending: true }, cols: [] }

/** One bridge: flows over time and its newest transfers. */
export function Bridge() {
  const id = useParam('id')
  const view = useView(keys)
  const asked = useOperation('getBridge', { id })
  const { chain, address } = view.state
  const bridge = asked.data?.body
  const chains = Object.keys(bridge?.chainBreakdown ?? {}).sort()
  const transfers = usePages(
    request('listBridgeTransactions', {
      id,
      limit: PAGE_SIZE,
      startTimestamp: 0,
      sourceChain: chain[0],
      address: address.trim(),
    }),
    (all, next) => ({ ...all, transactions: [...all.transactions, ...next.transactions] }),
  )
  const destinations = useMemo(
    () =>
      new Map(
        bridge === undefined || bridge.destinationChain === null
          ? []
          : [[bridge.name, bridge.destinationChain]],
      ),
    [bridge],
  )
  const isLoading = asked.isPending
  // The order of the transfers is in the address; that of a day's tokens is by size.
  const dayView = { ...view, state: { ...view.state, ...BY_SIZE } }
  return (
    <>
      <PageHead
        title={bridge?.displayName ?? `Bridge ${id}`}
        crumb={<AppLink to="/bridges">Bridges</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'Last hour',
            value: bridge?.lastHourlyVolume,
            sign: '$',
            isLoading,
            source: { operation: 'getBridge', parameters: { id } },
          },
          { name: 'Today', value: bridge?.currentDayVolume, sign: '$', isLoading },
          { name: 'Yesterday', value: bridge?.lastDailyVolume, sign: '$', isLoading },
          { name: '7 days', value: bridge?.weeklyVolume, sign: '$', isLoading },
          { name: '30 days', value: bridge?.monthlyVolume, sign: '$', isLoading },
        ]}
      />
      <BridgeFlows
        title="Deposits and withdrawals"
        {...request('getBridgeVolume', { chain: 'all', id })}
        view={view}
      />
      <BridgeDayTable view={dayView} chains={chains} id={id} />
      <Block title="Between chains" note={MATRIX_NOTE} asked={transfers.asked} shape={{ rows: 8 }}>
        {({ transactions }) => <FlowTable flows={flowsOf(transactions, destinations)} />}
      </Block>
      <BridgeTransfers pages={transfers} view={view} chains={chains} />
    </>
  )
}
