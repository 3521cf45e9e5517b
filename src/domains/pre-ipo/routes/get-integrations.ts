import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { AlmanacError } from '../../../lib/errors.ts'
import { inTokenOrder } from '../derive/token-order.ts'
import { BACKINGS, preIpoPerps, preIpoTokens } from '../facts.ts'
import { findVenues, getCompany } from '../read.ts'
import { perpRecord, tokenRecord } from '../records.ts'
import { common, envelope, envelopeSchema, exampleUpdatedAt, ofCompany } from './envelope.ts'

export const getIntegrations = defineRoute({
  ...ofCompany,
  id: 'preIpo.getIntegrations',
  operationId: 'getPreIpoIntegrations',
  summary: 'Where a private company is traded onchain and on exchanges',
  describe: `The newest hourly snapshot, without history. Tokens stand from the most direct claim to the least: ${BACKINGS.join(', ')}. A company that is not listed anywhere has empty lists.`,
  paths: { pro: '/pre-ipo/v1/integrations' },
  response: envelopeSchema(
    shape({
      perps: Type.Array(perpRecord.schema, { description: 'Perpetual contracts' }),
      tokenIssuers: Type.Array(tokenRecord.schema, {
        description: 'Tokens, the most direct claim first',
      }),
    }),
  ),
  example: {
    updatedAt: exampleUpdatedAt,
    data: { perps: [perpRecord.example], tokenIssuers: [tokenRecord.example] },
  },
  table: 'data{kind of perps,tokenIssuers}[]',
  reads: [...common.reads, preIpoPerps, preIpoTokens],
  handler: async ({ query }, context) => {
    const { company } = await getCompany(context, query.company)
    const venues = await findVenues(context, company)
    if (venues === undefined)
      throw new AlmanacError(
        'snapshot_missing',
        'No snapshot of venues has been taken yet. Import pre_ipo_perps or pre_ipo_tokens.',
      )
    return envelope(venues.updatedMs, {
      perps: venues.perps.map(perpRecord.item),
      tokenIssuers: inTokenOrder(venues.tokens).map(tokenRecord.item),
    })
  },
})
