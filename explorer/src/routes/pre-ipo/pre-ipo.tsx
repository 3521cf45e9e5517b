import type { Body } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

type Companies = Body<'listPreIpoCompanies'>
type PrivateCompany = Companies['data'][number]

const companies = defineList<Companies, PrivateCompany>({
  title: 'Pre-IPO',
  note: 'Estimates, never trades',
  ...request('listPreIpoCompanies', {}),
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
