import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-operation.ts'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { type PoolRow, poolHref, poolsOf } from './pool-row.ts'

const FIELDS = 'pool,chain,project,symbol,tvlUsd,apy,apyBase,apyReward,apyMean30d,outlier'

/** Pools of a project or of a chain; left out where there are none. */
export function PoolTable({
  of,
  view,
}: {
  of: { readonly project: string } | { readonly chain: string }
  view: TableView
}) {
  const asked = useRequest(request('listPools', { ...of, fields: FIELDS }))
  if (asked.error?.status === 404 || asked.data?.body.data.length === 0) return null
  return (
    <TableBlock
      title="Pools"
      asked={asked}
      view={view}
      columns={'chain' in of ? CHAIN_COLUMNS : PROJECT_COLUMNS}
      rowsOf={poolsOf}
      keyOf={({ pool }) => pool}
      hrefOf={poolHref}
    />
  )
}

type Row = Pick<
  PoolRow,
  'pool' | 'chain' | 'project' | 'symbol' | 'tvlUsd' | 'apy' | 'apyBase' | 'apyReward'
> &
  Pick<PoolRow, 'apyMean30d' | 'outlier'>

const NAME = column<Row>('text', 'symbol', 'Pool', ({ symbol }) => symbol, { isMain: true })
const FIGURES = [
  column<Row>('usd', 'tvl', 'TVL', ({ tvlUsd }) => tvlUsd, { isMain: true }),
  column<Row>('percent', 'apy', 'APY', ({ apy }) => apy, { isMain: true }),
  column<Row>('percent', 'base', 'Base', ({ apyBase }) => apyBase),
  column<Row>('percent', 'reward', 'Reward', ({ apyReward }) => apyReward),
  column<Row>('percent', 'mean', '30d mean', ({ apyMean30d }) => apyMean30d),
  column<Row>('flag', 'outlier', 'Outlier', ({ outlier }) => outlier, { isExtra: true }),
]
const PROJECT_COLUMNS = [
  NAME,
  column<Row>('text', 'chain', 'Chain', ({ chain }) => chain),
  ...FIGURES,
]
const CHAIN_COLUMNS = [
  NAME,
  column<Row>('text', 'project', 'Project', ({ project }) => project),
  ...FIGURES,
]
