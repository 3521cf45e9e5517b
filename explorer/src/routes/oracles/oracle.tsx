import { useMemo } from 'react'
import { request, useOperation } from '../../api/request.ts'
import { BreakdownChart, LineChart } from '../../blocks/chart/series-block.tsx'
import { type Column, column, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { tableKeys } from '../../lib/view-state.ts'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { useProtocols } from '../../page/use-protocols.ts'
import { ViewSegments } from '../../page/view-fields.tsx'
import { countedKeys, type OracleMetrics, type Secured, securedBy } from './oracle-rows.ts'

const keys = { ...countedKeys, ...tableKeys('-value') }

/** What one oracle secures: in total, by chain and by protocol. */
export function Oracle() {
  const oracle = useParam('oracle')
  const view = useView(keys)
  const { key } = view.state
  const asked = { protocol: oracle, key: key === 'tvl' ? undefined : key }
  return (
    <>
      <DetailHead of="/oracles" title={oracle} ignored={view.ignored} />
      <LineChart
        title="Value secured"
        {...request('getOracleProtocolChart', asked)}
        view={view}
        tools={<ViewSegments view={view} id="key" of={keys.key} />}
        pointsOf={(points) => points}
      />
      <BreakdownChart
        title="By chain"
        {...request('getOracleProtocolChainBreakdown', asked)}
        view={view}
      />
      <SecuredProtocols oracle={oracle} view={view} />
    </>
  )
}

/** The protocols that rely on one oracle. */
function SecuredProtocols({ oracle, view }: { oracle: string; view: TableView }) {
  const asked = useOperation('getOracleMetrics', {})
  const protocols = useProtocols()
  const rowsOf = useMemo(() => (body: OracleMetrics) => securedBy(body, oracle), [oracle])
  return (
    <TableBlock
      title="Protocols"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ protocol }) => protocol}
      hrefOf={({ protocol }) => {
        const slug = protocols.get(protocol)?.slug
        return slug === undefined ? null : `/protocols/${encodeURIComponent(slug)}`
      }}
      hasTotals
      empty="No protocols rely on it."
    />
  )
}

const columns: readonly Column<Secured>[] = [
  column('text', 'name', 'Protocol', 'protocol', MAIN),
  column('usd', 'value', 'Secured', 'usd', MAIN_SUM),
  column('percent', 'share', 'Share', 'sharePercent', MAIN_SUM),
  column('names', 'chains', 'Chains', 'chains'),
]
