import { request } from '../../api/request.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { type Companies, companyList, LISTED_METRICS, type RankedCompany } from './company-list.tsx'
import { Market } from './market.tsx'
import { Sectors } from './sectors.tsx'
import { WeekEarnings } from './week-earnings.tsx'

const companies = defineList<Companies, RankedCompany>({
  ...companyList,
  title: 'Equities',
  ...request('listEquityCompanies', { metrics: LISTED_METRICS }),
  above: () => (
    <>
      <Market />
      <Sectors />
      <WeekEarnings />
    </>
  ),
  choices: [
    { id: 'sector', name: 'Sector', all: 'All sectors', namesOf: (row) => [row.sectorSlug] },
    { id: 'industry', name: 'Industry', all: 'All industries', namesOf: (r) => [r.industrySlug] },
    { id: 'country', name: 'Country', all: 'All countries', namesOf: (row) => [row.countryName] },
  ],
})

/** The market in figures, its sectors, earnings of the week, and every company. */
export const Equities = () => <ListPage list={companies} />
