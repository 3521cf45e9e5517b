import { useMemo } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { useProtocols } from '../../page/use-protocols.ts'
import { type OracleMetrics, type Secured, securedBy } from './secured-by.ts'

/** The protocols that rely on one oracle. */
export function SecuredProtocols({ oracle, view }: { oracle: string; view: TableView }) {
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
      empty="No protocol relies on it."
    />
  )
}

const columns = [
  column<Secured>('text', 'name', 'Protocol', ({ protocol }) => protocol, { isMain: true }),
  column<Secured>('usd', 'value', 'Secured', ({ usd }) => usd, { isMain: true, addsUp: true }),
  column<Secured>('percent', 'share', 'Share', ({ sharePercent }) => sharePercent, {
    isMain: true,
    addsUp: true,
  }),
  column<Secured>('names', 'chains', 'Chains', ({ chains }) => chains),
]
