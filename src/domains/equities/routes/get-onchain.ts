import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { equityPerps, equityTokens } from '../facts.ts'
import { COMPANY_FACTS } from '../read/companies.ts'
import { readPerps, readTokens } from '../read/onchain.ts'
import { perpRecord, tokenRecord } from '../records.ts'
import { companyQuery, getCompany } from './parameters.ts'

export const getOnchain = defineRoute({
  id: 'equities.getOnchain',
  operationId: 'getEquityOnchain',
  summary: 'Perpetual contracts and tokens on a company’s shares',
  describe:
    'The newest hourly snapshot, without history: contracts by open interest and tokens by market cap, largest first. Only shares listed in the United States are followed; of other countries both lists are empty. `issuer` issues the token and is not the listed company.',
  paths: { pro: '/equities/v1/onchain' },
  query: companyQuery,
  response: shape({
    perps: Type.Array(perpRecord.schema, {
      description: 'Perpetual contracts, largest open interest first',
    }),
    tokens: Type.Array(tokenRecord.schema, { description: 'Tokens, largest market cap first' }),
  }),
  example: { perps: [perpRecord.example], tokens: [tokenRecord.example] },
  table: '{kind of perps,tokens}[]',
  reads: [...COMPANY_FACTS, equityPerps, equityTokens],
  handler: async ({ query }, context) => {
    const { ticker, country } = await getCompany(query, context)
    if (country !== 'US') return { perps: [], tokens: [] }
    const [perps, tokens] = await Promise.all([
      readPerps(context, ticker),
      readTokens(context, ticker),
    ])
    return { perps: perps.map(perpRecord.item), tokens: tokens.map(tokenRecord.item) }
  },
})
