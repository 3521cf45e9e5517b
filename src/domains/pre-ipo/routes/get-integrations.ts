import Type from 'typebox'
import { nullableText, percent, usd } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { AlmanacError } from '../../../lib/errors.ts'
import { inTokenOrder } from '../derive/token-order.ts'
import { BACKINGS, preIpoPerps, preIpoTokens } from '../facts.ts'
import { findVenues, getCompany, type PerpRow, type TokenRow } from '../read.ts'
import {
  companyQuery,
  envelope,
  envelopeSchema,
  exampleUpdatedAt,
  NOW_STEP_SEC,
  READS,
} from './envelope.ts'

export const getIntegrations = defineRoute({
  id: 'preIpo.getIntegrations',
  operationId: 'getPreIpoIntegrations',
  summary: 'Where a private company is traded onchain and on exchanges',
  describe: `The newest hourly snapshot, without history. Tokens stand from the most direct claim to the least: ${BACKINGS.join(', ')}. A company that is not listed anywhere has empty lists.`,
  paths: { pro: '/pre-ipo/v1/integrations' },
  errors: ['snapshot_missing'],
  query: companyQuery,
  response: envelopeSchema(
    shape({
      perps: Type.Array(
        shape({
          exchangeName: Type.String({ description: 'Name of the venue' }),
          platformSlug: nullableText('Slug of the venue'),
          serviceContract: Type.String({ description: 'Venue and symbol' }),
          exchangeType: Type.String({ description: 'CEX or DEX' }),
          openInterest: nullable(usd('Open interest')),
          volume: nullable(usd('Traded in 24 hours')),
          price: nullable(usd()),
          annualizedFundingRate: nullable(percent('Funding rate per year')),
          tradeUrl: nullableText('Where it is traded'),
          estimatedValuation: nullable(usd('Valuation of the company at this price')),
        }),
        { description: 'Perpetual contracts' },
      ),
      tokenIssuers: Type.Array(
        shape({
          issuerName: Type.String({ description: 'Who issues the token' }),
          slug: nullableText('Slug of the issuer'),
          backing: Type.String({ description: `One of ${BACKINGS.join(', ')}` }),
          productUrl: nullableText('Where the token is described'),
          price: nullable(usd()),
          marketCap: nullable(usd('Market cap of the token')),
          estimatedValuation: nullable(usd('Valuation of the company at this price')),
        }),
        { description: 'Tokens, the most direct claim first' },
      ),
    }),
  ),
  example: {
    updatedAt: exampleUpdatedAt,
    data: {
      perps: [
        {
          exchangeName: 'Harbor Perps',
          platformSlug: 'harbor-perps',
          serviceContract: 'NWR-USD',
          exchangeType: 'DEX',
          openInterest: 1_200_000,
          volume: 450_000,
          price: 412,
          annualizedFundingRate: 10.95,
          tradeUrl: 'https://example.org/trade/NWR-USD',
          estimatedValuation: 4_120_000_000,
        },
      ],
      tokenIssuers: [
        {
          issuerName: 'Cedar Shares',
          slug: 'cedar-shares',
          backing: 'SPV interest',
          productUrl: 'https://example.org/nwr',
          price: 410.5,
          marketCap: 8_200_000,
          estimatedValuation: 4_105_000_000,
        },
      ],
    },
  },
  table: 'data{kind of perps,tokenIssuers}[]',
  reads: [...READS, preIpoPerps, preIpoTokens],
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ query }, context) => {
    const { id } = await getCompany(context, query.company)
    const venues = await findVenues(context, id)
    if (venues === undefined)
      throw new AlmanacError(
        'snapshot_missing',
        'No snapshot of venues has been taken yet. Import pre_ipo_perps or pre_ipo_tokens.',
      )
    return envelope(venues.updatedMs, {
      perps: venues.perps.map(perpItem),
      tokenIssuers: inTokenOrder(venues.tokens).map(tokenItem),
    })
  },
})

function perpItem(row: PerpRow) {
  return {
    exchangeName: row.exchange,
    platformSlug: row.platformSlug,
    serviceContract: row.contract,
    exchangeType: row.exchangeType,
    openInterest: row.openInterestUsd,
    volume: row.volumeUsd,
    price: row.priceUsd,
    annualizedFundingRate: row.fundingPct,
    tradeUrl: row.tradeUrl,
    estimatedValuation: row.valuationUsd,
  }
}

function tokenItem(row: TokenRow) {
  return {
    issuerName: row.issuer,
    slug: row.slug,
    backing: row.backing,
    productUrl: row.productUrl,
    price: row.priceUsd,
    marketCap: row.marketCapUsd,
    estimatedValuation: row.valuationUsd,
  }
}
