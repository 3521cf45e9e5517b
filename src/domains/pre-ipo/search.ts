import { nameIndex, namesByKey, type Searchable } from '../../http/searchable.ts'
import { companiesState } from './read.ts'

export const privateCompanySearch: Searchable = {
  kind: 'privateCompany',
  index: nameIndex(
    'preIpo.nameIndex',
    companiesState,
    namesByKey(({ company, name }) => [name, company]),
  ),
  readHits: async ({ states, snapshot }) => {
    const companies = await states.get(companiesState, snapshot)
    return (id) => {
      const company = companies.get(id)
      if (company === undefined) return undefined
      const valued = company.reports.findLast(({ valuationUsd }) => valuationUsd !== null)
      return {
        name: company.name,
        symbol: null,
        root: 'pro',
        path: `/pre-ipo/v1/summary?${new URLSearchParams({ company: id })}`,
        sizeUsd: valued?.valuationUsd ?? null,
      }
    }
  },
}
