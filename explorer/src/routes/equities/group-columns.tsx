import { type Column, column } from '../../blocks/table/column.ts'
import { inUnit, MISSING } from '../../lib/numbers.ts'
import { type Group, lowestCoverage, type Ratio, ratioText } from './group.ts'
import './equities.css'

const WEIGHT_WIDTH = 60

/** Columns of sectors and of industries. */
export function groupColumns(
  name: string,
  nameOf: (row: Group) => string,
  more: Partial<Column<Group>> = {},
): Column<Group>[] {
  return [
    column('text', 'name', name, nameOf, { isMain: true, ...more }),
    column('percent', 'weight', 'Weight', ({ weight }) => weight, {
      describe: 'Share of the market',
      show: (row) => <Weight percent={row.weight} />,
    }),
    column('usd', 'mcap', 'Market cap', ({ marketCap }) => marketCap, {
      isMain: true,
      unitSize: 1e9,
      addsUp: true,
    }),
    column('count', 'companies', 'Companies', ({ companyCount }) => companyCount, {
      addsUp: true,
    }),
    ratio('pe', 'P/E', 'trailingPE'),
    ratio('ps', 'P/S', 'priceToRevenue'),
    ratio('ev', 'EV/EBITDA', 'enterpriseValueToEbitda'),
    column('percent', 'yield', 'Yield', ({ dividendYield }) => dividendYield),
    column('change', 'day', '1d', (row) => row.priceChangePercentage1d, { isMain: true }),
    column('change', 'week', '7d', (row) => row.priceChangePercentage7d),
    column('change', 'month', '30d', (row) => row.priceChangePercentage1m),
    column('percent', 'coverage', 'Coverage', (row) => lowestCoverage(row.coverage), {
      decimals: 0,
      describe: 'Share of the market cap behind the figure that rests on the least',
      show: (row) => <CoverageMeter percent={lowestCoverage(row.coverage)} />,
    }),
  ]
}

function ratio(id: string, head: string, member: Ratio): Column<Group> {
  return column('ratio', id, head, (row) => row[member], {
    show: (row) => ratioText(row, member),
  })
}

function Weight({ percent }: { percent: number | null }) {
  if (percent === null) return MISSING
  return (
    <>
      <svg className="weight" width={WEIGHT_WIDTH} height="8" aria-hidden="true">
        <rect width={(percent / 100) * WEIGHT_WIDTH} height="8" />
      </svg>
      {inUnit(percent, 1, 2)}
    </>
  )
}

function CoverageMeter({ percent }: { percent: number | null }) {
  if (percent === null) return MISSING
  return (
    <meter
      min={0}
      max={100}
      value={percent}
      aria-label="Coverage"
      title={`${Math.floor(percent)}%`}
    />
  )
}
