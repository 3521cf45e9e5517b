import { useCallback } from 'react'
import type { Asked } from '../../api/asked.ts'
import { Spark } from '../../blocks/spark/spark.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { changeOver, type Value } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { chainsOf, type ProtocolDetail } from './protocol-detail.ts'

const SPARK_DAYS = 60

interface ChainRow {
  readonly name: string
  readonly tvl: number | null
  readonly share: number | null
  readonly values: readonly Value[]
}

/** Where a protocol's value lies. */
export function ProtocolChains({ asked, view }: { asked: Asked<ProtocolDetail>; view: TableView }) {
  const rowsOf = useCallback((body: ProtocolDetail): readonly ChainRow[] => {
    const chains = chainsOf(body.currentChainTvls)
    const sum = sumOf(chains.map(([, tvl]) => tvl))
    return chains.map(([name, tvl]) => ({
      name,
      tvl,
      share: tvl === null || !sum ? null : (tvl / sum) * 100,
      values: (body.chainTvls[name]?.tvl ?? [])
        .slice(-SPARK_DAYS)
        .map(({ totalLiquidityUSD }) => totalLiquidityUSD),
    }))
  }, [])
  return (
    <TableBlock
      title="Chains"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ name }) => name}
      hrefOf={({ name }) => `/chains/${encodeURIComponent(name)}`}
      hasTotals
    />
  )
}

const columns = [
  column<ChainRow>('text', 'name', 'Chain', ({ name }) => name, { isMain: true }),
  column<ChainRow>('usd', 'tvl', 'TVL', ({ tvl }) => tvl, { isMain: true, addsUp: true }),
  column<ChainRow>('percent', 'share', 'Share', ({ share }) => share, { isMain: true }),
  column<ChainRow>('change', 'day', '1d', ({ values }) => changeOver(values, 1)),
  column<ChainRow>('change', 'week', '7d', ({ values }) => changeOver(values, 7)),
  column<ChainRow>('change', 'month', '30d', ({ values }) => changeOver(values, 30)),
  column<ChainRow>('text', 'line', '60 days', () => null, {
    isFixed: true,
    show: ({ values }) => <Spark values={values} />,
  }),
]
