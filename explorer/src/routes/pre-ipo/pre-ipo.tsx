import { type Body, request } from '../../api/request.ts'
import { column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/writing.ts'
import { by } from '../../page/list-filters.ts'
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
  choices: [by('sector', 'Sector', 'All sectors', 'sector')],
  columns: [
    column('text', 'name', 'Company', 'name', MAIN),
    column('text', 'sector', 'Sector', 'sector'),
    column('usdBn', 'estimate', 'Estimate', 'latestEstimatedValuation', MAIN),
    column('day', 'date', 'Of', (row) => toSec(row.lastValuationDate)),
    column('usdBn', 'round', 'Last round', 'latestFundingValuation'),
    column('day', 'roundDate', 'Round', (row) => toSec(row.latestFundingDate), EXTRA),
    column('change', 'premium', 'Premium', 'premiumVsLatestFundingPercentage'),
    column('change', 'year', '1y', 'valuationChange1YPercentage', MAIN),
    column('usd', 'raised', 'Raised', 'totalRaised'),
  ],
})

export const PreIpo = () => <ListPage list={companies} />
