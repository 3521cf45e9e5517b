import Type from 'typebox'
import { nullableText } from '../../../http/described.ts'
import { nameFilter, timeFilters } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { equityFilings } from '../facts.ts'
import { COMPANY_FACTS } from '../read/companies.ts'
import { readFilings } from '../read/filings.ts'
import { companyQuery, getCompany } from './company-query.ts'

const filing = namedShape('EquityFiling', {
  filingDate: Type.String({ description: 'YYYY-MM-DD' }),
  reportDate: nullable(
    Type.String({ description: 'End of the period or day of the event, YYYY-MM-DD' }),
  ),
  form: Type.String({ description: 'Form, such as 10-K' }),
  primaryDocumentUrl: nullableText('Address of the document'),
  documentDescription: nullableText('What the document is'),
})

export const listFilings = defineRoute({
  id: 'equities.listFilings',
  operationId: 'listEquityFilings',
  summary: 'Filings of a company',
  describe:
    'Every filing that is known of the company, newest first. A company without any has an empty list.',
  paths: { pro: '/equities/v1/filings' },
  query: companyQuery,
  response: Type.Array(filing),
  example: [
    {
      filingDate: '2025-11-04',
      reportDate: '2025-09-30',
      form: '10-Q',
      primaryDocumentUrl: 'https://filings.example/0009000001-25-000031/report.htm',
      documentDescription: '10-Q',
    },
  ],
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
