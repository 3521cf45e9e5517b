import { column } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

interface PrivateCompany {
  readonly id: string
  readonly name: string
  readonly sector: string | null
  readonly latestEstimatedValuation: number | null
  readonly lastValuationDate: string | null
  readonly latestFundingValuation: number | null
  readonly latestFundingDate: string | null
  readonly premiumVsLatestFundingPercentage: number | null
  readonly valuationChange1YPercentage: number | null
  readonly totalRaised: number | null
}

const companies = defineList<{ data: readonly PrivateCompany[] }, PrivateCompany>({
  title: 'Pre-IPO',
  note: 'Estimates, never trades',
  path: '/pre-ipo/v1/companies-list',
  rowsOf: ({ data }) => data,
  keyOf: ({ id }) => id,
  hrefOf: ({ id }) => `/pre-ipo/${encodeURIComponent(id)}`,
  searchIn: ({ name, sector }) => [name, sector],
  sort: '-estimate',
  watched: { kind: 'privateCompany', nameOf: ({ name }) => name },
  fill: 'almanac import pre_ipo_marks <file>',
  choices: [{ id: 'sector', name: 'Sector', all: 'All sectors', namesOf: (row) => [row.sector] }],
  columns: [
    column('text', 'name', 'Company', ({ name }) => name, { isMain: true }),
    column('text', 'sector', 'Sector', ({ sector }) => sector),
    column('usd', 'estimate', 'Estimate', (row) => row.latestEstimatedValuation, {
      unitSize: 1e9,
      decimals: 2,
      isMain: true,
    }),
    column('day', 'date', 'Of', (row) => toSec(row.lastValuationDate)),
    column('usd', 'round', 'Last round', (row) => row.latestFundingValuation, {
      unitSize: 1e9,
      decimals: 2,
    }),
    column('day', 'roundDate', 'Round', (row) => toSec(row.latestFundingDate), { isExtra: true }),
    column('change', 'premium', 'Premium', (row) => row.premiumVsLatestFundingPercentage),
    column('change', 'year', '1y', (row) => row.valuationChange1YPercentage, { isMain: true }),
    column('usd', 'raised', 'Raised', ({ totalRaised }) => totalRaised),
  ],
})

export const PreIpo = () => <ListPage list={companies} />
