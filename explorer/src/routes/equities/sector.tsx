import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { useOperation } from '../../api/use-operation.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { useParam } from '../../page/use-param.ts'
import { type Companies, companyList, LISTED_METRICS, type RankedCompany } from './company-list.tsx'
import { Industries } from './industries.tsx'
import { SectorFigures } from './sector-figures.tsx'

/** One sector: its figures beside the market's, its industries and its companies. */
export function Sector() {
  const sector = useParam('sector')
  const name = useOperation('getEquitySector', { sector }).data?.body.sector
  const list = useMemo(() => members(sector, name ?? sector), [sector, name])
  return <ListPage list={list} />
}

function members(sector: string, name: string) {
  return defineList<Companies, RankedCompany>({
    ...companyList,
    title: name,
    note: <AppLink to="/equities">Equities</AppLink>,
    ...request('listEquityCompanies', { sector, metrics: LISTED_METRICS }),
    columns: companyList.columns.filter(({ id }) => id !== 'sector'),
    choices: [
      { id: 'industry', name: 'Industry', all: 'All industries', namesOf: (r) => [r.industrySlug] },
      { id: 'country', name: 'Country', all: 'All countries', namesOf: (row) => [row.countryName] },
    ],
    above: () => (
      <>
        <SectorFigures sector={sector} />
        <Industries sector={sector} />
      </>
    ),
  })
}
