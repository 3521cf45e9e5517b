import { NumberButton } from '../../blocks/figure/number-button.tsx'
import { Spark } from '../../blocks/spark/spark.tsx'
import { RowStateMark, stateName } from '../../blocks/states/row-state-mark.tsx'
import { type Column, column } from '../../blocks/table/column.ts'
import { exact, inUnit } from '../../lib/numbers.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { AppLink } from '../../page/app-link.tsx'
import type { ProtocolRow } from './protocol-rows.ts'

const col = column<ProtocolRow>

const LEFT = [
  col('text', 'name', 'Name', (row) => row.name, { isMain: true }),
  col('text', 'category', 'Category', (row) => row.category),
  col('names', 'chains', 'Chains', (row) => row.chains, {
    show: ({ chains }) => <span title={chains.join(', ')}>{chains.length}</span>,
  }),
]

const RIGHT = [
  col('change', 'change_1h', '1h', (row) => row.change_1h, { isExtra: true }),
  col('change', 'change_1d', '1d', (row) => row.change_1d),
  col('change', 'change_7d', '7d', (row) => row.change_7d, { isMain: true }),
  col('change', 'month', '30d', (row) => row.month),
  col('text', 'line', '30 days', () => null, {
    isFixed: true,
    show: ({ spark }) => <Spark values={spark} />,
  }),
  col('usd', 'fees', 'Fees 24h', (row) => row.fees24h, { unitSize: 1e3, addsUp: true }),
  col('usd', 'volume', 'Volume 24h', (row) => row.volume24h, { addsUp: true }),
  col('usd', 'mcap', 'Market cap', (row) => row.mcap, { isExtra: true }),
  col('ratio', 'ratio', 'Mcap/TVL', (row) => mcapToTvl(row), {
    describe: 'Market cap divided by value locked',
  }),
  col('usd', 'revenue', 'Revenue 24h', (row) => row.revenue24h, { unitSize: 1e3, isExtra: true }),
  col('ratio', 'pf', 'P/F', (row) => row.priceToFees, {
    isExtra: true,
    describe: 'Market cap divided by a year of fees at the pace of 30 days',
  }),
  col('ratio', 'ps', 'P/S', (row) => row.priceToRevenue, {
    isExtra: true,
    describe: 'Market cap divided by a year of revenue at the pace of 30 days',
  }),
  col('usd', 'perps', 'Perpetuals 24h', (row) => row.perps24h, { isExtra: true }),
  col('count', 'users', 'Users 24h', (row) => row.users24h, { isExtra: true }),
  col('text', 'symbol', 'Symbol', (row) => row.symbol, { isExtra: true }),
  col('text', 'parent', 'Parent', (row) => row.parentProtocol?.replace('parent#', ''), {
    isExtra: true,
    show: ({ parentProtocol }) => <Parent id={parentProtocol} />,
  }),
  col('flag', 'totals', 'In totals', (row) => row.isInTotals, {
    isExtra: true,
    describe: 'Whether its value is part of the value locked on its chains',
  }),
  col('day', 'listed', 'Listed', (row) => row.listedAt, { isExtra: true }),
]

const STATE = col('text', 'state', 'State', ({ state }) => stateName(state), {
  describe: 'Held: a newer reading waits. Late: no reading since. Carried from an earlier reading.',
  show: ({ state }) => <RowStateMark state={state} />,
})

/** Columns of protocols, with the value on one chain and its share where there is one. */
export function protocolColumns(
  chain: string | undefined,
  rows: readonly ProtocolRow[],
  hasStates = false,
): readonly Column<ProtocolRow>[] {
  const right = hasStates ? [...RIGHT, STATE] : RIGHT
  const sum = sumOf(rows.map(({ shownTvl }) => shownTvl))
  const tvl = col('usd', 'tvl', chain === undefined ? 'TVL' : 'TVL here', (row) => row.shownTvl, {
    isMain: true,
    addsUp: true,
    describe: chain === undefined ? 'Value locked now' : `Value locked on ${chain} now`,
    ...(chain === undefined ? { show: (row: ProtocolRow) => <Tvl row={row} /> } : {}),
  })
  const share = col('percent', 'share', 'Share', ({ shownTvl }) =>
    shownTvl === null || !sum ? null : (shownTvl / sum) * 100,
  )
  return chain === undefined ? [...LEFT, tvl, ...right] : [...LEFT, tvl, share, ...right]
}

function Tvl({ row }: { row: ProtocolRow }) {
  return (
    <NumberButton
      name={`value locked in ${row.name}`}
      value={exact(row.tvl, '$')}
      source={{ operation: 'getCurrentTvl', parameters: { protocol: row.slug } }}
    >
      {inUnit(row.tvl, 1e6, 1)}
    </NumberButton>
  )
}

function Parent({ id }: { id: string | null }) {
  const slug = id?.replace('parent#', '')
  if (slug === undefined) return '—'
  return <AppLink to={`/protocols/${encodeURIComponent(slug)}`}>{slug}</AppLink>
}

function mcapToTvl({ mcap, tvl }: ProtocolRow): number | null {
  return mcap === null || !tvl ? null : mcap / tvl
}
