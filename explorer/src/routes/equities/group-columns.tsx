import './equities.css'
import { type Column, column, MAIN, SUM } from '../../blocks/table/column.ts'
import { inUnit, MISSING } from '../../lib/writing.ts'
import { type Group, lowestCoverage, type Ratio, ratioText } from './group.ts'

const BAR_WIDTH = 50
// Few sectors are a larger part of a market.
const FULL_WEIGHT = 25

/** Columns of sectors and of industries. */
export function groupColumns(
  name: string,
  nameOf: (row: Group) => string,
  more: Partial<Column<Group>> = {},
): Column<Group>[] {
  return [
    column('text', 'name', name, nameOf, { isMain: true, ...more }),
    column('percent', 'weight', 'Weight', 'weight', {
      describe: 'Share of the market',
      show: (row) => <Share percent={row.weight} full={FULL_WEIGHT} decimals={2} />,
    }),
    column('usd', 'mcap', 'Market cap', 'marketCap', { isMain: true, unitSize: 1e9, addsUp: true }),
    column('count', 'companies', 'Companies', 'companyCount', SUM),
    ratio('pe', 'P/E', 'trailingPE'),
    ratio('ps', 'P/S', 'priceToRevenue'),
    ratio('ev', 'EV/EBITDA', 'enterpriseValueToEbitda'),
    column('percent', 'yield', 'Yield', 'dividendYield'),
    column('change', 'day', '1d', 'priceChangePercentage1d', MAIN),
    column('change', 'week', '7d', 'priceChangePercentage7d'),
    column('change', 'month', '30d', 'priceChangePercentage1m'),
    column('percent', 'coverage', 'Coverage', (row) => lowestCoverage(row.coverage), {
      decimals: 0,
      describe: 'Share of the market cap behind the least covered figure',
      show: (row) => <Share percent={lowestCoverage(row.coverage)} full={100} decimals={0} />,
    }),
  ]
}

function ratio(id: string, head: string, member: Ratio): Column<Group> {
  return column('ratio', id, head, (row) => row[member], {
    show: (row) => ratioText(row, member),
  })
}

function Share(props: { percent: number | null; full: number; decimals: number }) {
  const { percent, full, decimals } = props
  if (percent === null) return MISSING
  return (
    <>
      <svg className="share-bar" width={BAR_WIDTH} height="8" aria-hidden="true">
        <rect width={Math.min(1, percent / full) * BAR_WIDTH} height="8" />
      </svg>
      {inUnit(percent, 1, decimals)}
    </>
  )
}
