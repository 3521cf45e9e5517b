import Type from 'typebox'
import { nameFilter, timeFilters } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { equityFilings } from '../facts.ts'
import { COMPANY_FACTS } from '../read/companies.ts'
import { readFilings } from '../read/figures.ts'
import { filingRecord } from '../records.ts'
import { companyQuery, getCompany } from './parameters.ts'

export const listFilings = defineRoute({
  id: 'equities.listFilings',
  operationId: 'listEquityFilings',
  summary: 'Filings of a company',
  describe:
    'Every filing that is known of the company, newest first. A company without any has an empty list.',
  paths: { pro: '/equities/v1/filings' },
  query: companyQuery,
  response: Type.Array(filingRecord.schema),
  example: [filingRecord.example],
  table: '[]',
  list: {
    filters: {
      form: nameFilter('form', 'Only these forms', '10-Q'),
      ...timeFilters('filingDate'),
    },
  },
  reads: [...COMPANY_FACTS, equityFilings],
  handler: async ({ query }, context) => {
    const { cik } = await getCompany(query, context)
    return readFilings(context.snapshot, cik)
  },
})
