import { useMemo } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { sumOf } from '../../lib/sum-of.ts'
import { useProtocols } from '../../page/use-protocols.ts'

export interface OracleMetrics {
  /** Value by oracle, protocol and chain. */
  readonly oraclesTVS: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>
  >
}

interface Secured {
  readonly protocol: string
  readonly chains: readonly string[]
  readonly usd: number | null
  readonly sharePercent: number | null
}

/** The protocols that rely on one oracle. */
export function SecuredProtocols({ oracle, view }: { oracle: string; view: TableView }) {
  const asked = useAnswer<OracleMetrics>('/api/v2/metrics/oracle')
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

export function securedBy({ oraclesTVS }: OracleMetrics, oracle: string): Secured[] {
  const rows = Object.entries(oraclesTVS[oracle] ?? {}).map(([protocol, byChain]) => ({
    protocol,
    chains: Object.keys(byChain),
    usd: sumOf(byChain),
  }))
  const all = sumOf(rows.map(({ usd }) => usd))
  return rows.map((row) => ({
    ...row,
    sharePercent: row.usd === null || !all ? null : (row.usd / all) * 100,
  }))
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
