import { ProvenanceButton } from '../../blocks/figure/provenance-button.tsx'
import { RowStateMark, stateName } from '../../blocks/states/row-state-mark.tsx'
import { type Column, column, EXTRA, MAIN, SUM } from '../../blocks/table/column.ts'
import { percentOf, sumOf } from '../../lib/sums.ts'
import { exact, inUnit } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { chainsColumn, lineColumn } from '../../page/columns.tsx'
import type { ProtocolRow } from './protocol-rows.ts'

const LEFT: readonly Column<ProtocolRow>[] = [
  column('text', 'name', 'Name', 'name', MAIN),
  column('text', 'category', 'Category', 'category'),
  chainsColumn(),
]

const RIGHT: readonly Column<ProtocolRow>[] = [
  column('change', 'change_1h', '1h', 'change_1h', EXTRA),
  column('change', 'change_1d', '1d', 'change_1d'),
  column('change', 'change_7d', '7d', 'change_7d', MAIN),
  column('change', 'month', '30d', 'month'),
  lineColumn('30 days', ({ spark }) => spark),
  column('usdK', 'fees', 'Fees 24h', 'fees24h', SUM),
  column('usd', 'volume', 'Volume 24h', 'volume24h', SUM),
  column('usd', 'mcap', 'Market cap', 'mcap', EXTRA),
  column('ratio', 'ratio', 'Mcap/TVL', (row) => mcapToTvl(row), {
    describe: 'Market cap divided by value locked',
  }),
  column('usdK', 'revenue', 'Revenue 24h', 'revenue24h', EXTRA),
  column('ratio', 'pf', 'P/F', 'priceToFees', {
    isExtra: true,
    describe: 'Market cap divided by a year of fees at the pace of 30 days',
  }),
  column('ratio', 'ps', 'P/S', 'priceToRevenue', {
    isExtra: true,
    describe: 'Market cap divided by a year of revenue at the pace of 30 days',
  }),
  column('usd', 'perps', 'Perpetuals 24h', 'perps24h', EXTRA),
  column('count', 'users', 'Users 24h', 'users24h', EXTRA),
  column('text', 'symbol', 'Symbol', 'symbol', EXTRA),
  column('text', 'parent', 'Parent', (row) => row.parentProtocol?.replace('parent#', ''), {
    isExtra: true,
    show: ({ parentProtocol }) => <Parent id={parentProtocol} />,
  }),
  column('flag', 'totals', 'In totals', 'isInTotals', {
    isExtra: true,
    describe: 'Whether its value counts towards the TVL of its chains',
  }),
  column('day', 'listed', 'Listed', 'listedAt', EXTRA),
]

const STATE = column<ProtocolRow>('text', 'state', 'State', ({ state }) => stateName(state), {
  describe:
    'Held: a newer reading awaits review. Late: no newer reading. Carried from an earlier reading.',
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
  const tvl = column<ProtocolRow>(
    'usd',
    'tvl',
    chain === undefined ? 'TVL' : 'TVL here',
    'shownTvl',
    {
      isMain: true,
      addsUp: true,
      describe: chain === undefined ? 'Value locked now' : `Value locked on ${chain} now`,
      ...(chain === undefined ? { show: (row: ProtocolRow) => <Tvl row={row} /> } : {}),
    },
  )
  const share = column<ProtocolRow>('percent', 'share', 'Share', ({ shownTvl }) =>
    percentOf(shownTvl, sum),
  )
  return chain === undefined ? [...LEFT, tvl, ...right] : [...LEFT, tvl, share, ...right]
}

function Tvl({ row }: { row: ProtocolRow }) {
  return (
    <ProvenanceButton
      name={`value locked in ${row.name}`}
      value={exact(row.tvl, '$')}
      source={{ operation: 'getCurrentTvl', parameters: { protocol: row.slug } }}
    >
      {inUnit(row.tvl, 1e6, 1)}
    </ProvenanceButton>
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
