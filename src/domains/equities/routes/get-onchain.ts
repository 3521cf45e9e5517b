import Type from 'typebox'
import { nullableText, percent, timeText, usd } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { equityPerps, equityTokens } from '../facts.ts'
import { COMPANY_FACTS } from '../read/companies.ts'
import { readPerps, readTokens } from '../read/onchain.ts'
import { companyQuery, getCompany } from './company-query.ts'
import { isoTime } from './iso-time.ts'

export const getOnchain = defineRoute({
  id: 'equities.getOnchain',
  operationId: 'getEquityOnchain',
  summary: 'Perpetual contracts and tokens on a company’s shares',
  describe:
    'The newest hourly snapshot, without history: contracts by open interest and tokens by market cap, largest first. Only shares listed in the United States are followed; of other countries both lists are empty. `issuer` issues the token and is not the listed company.',
  paths: { pro: '/equities/v1/onchain' },
  query: companyQuery,
  response: shape({
    perps: Type.Array(
      shape({
        pair: Type.String({ description: 'Symbol of the contract' }),
        price: nullable(usd()),
        volume24h: nullable(usd('Traded in 24 hours')),
        openInterest: nullable(usd('Open interest')),
        annualizedFundingRate: nullable(percent('Funding rate per year')),
        tradeUrl: nullableText('Where it is traded'),
        contractSlug: Type.String({ description: 'Venue and symbol' }),
        exchangeProtocolSlug: nullableText('Slug of the venue’s protocol'),
        rwaPlatformSlug: nullableText('Slug of the venue among RWA platforms'),
        exchangeType: nullable(Type.String({ description: 'CEX or DEX' })),
        updatedAt: timeText('Time of the snapshot'),
      }),
      { description: 'Perpetual contracts, largest open interest first' },
    ),
    tokens: Type.Array(
      shape({
        issuer: Type.String({ description: 'Who issues the token' }),
        issuerRwaPlatformSlug: nullableText('Slug of the issuer among RWA platforms'),
        price: nullable(usd()),
        assetSlug: Type.String({ description: 'Slug of the asset among real-world assets' }),
        activeMarketcap: nullable(usd('Market cap without excluded holders')),
      }),
      { description: 'Tokens, largest market cap first' },
    ),
  }),
  example: {
    perps: [
      {
        pair: 'ZHRLN-USD',
        price: 197.6,
        volume24h: 4_100_000,
        openInterest: 2_900_000,
        annualizedFundingRate: 8.4,
        tradeUrl: 'https://venue.example/trade/ZHRLN',
        contractSlug: 'venue:ZHRLN',
        exchangeProtocolSlug: 'venue',
        rwaPlatformSlug: null,
        exchangeType: 'DEX',
        updatedAt: '2026-01-31T11:00:00Z',
      },
    ],
    tokens: [
      {
        issuer: 'Example Issuer',
        issuerRwaPlatformSlug: 'example-issuer',
        price: 197.4,
        assetSlug: 'example-zhrln',
        activeMarketcap: 7_800_000,
      },
    ],
  },
  table: '{kind of perps,tokens}[]',
  reads: [...COMPANY_FACTS, equityPerps, equityTokens],
  handler: async ({ query }, context) => {
    const { ticker, country } = await getCompany(query, context)
    if (country !== 'US') return { perps: [], tokens: [] }
    const [perps, tokens] = await Promise.all([
      readPerps(context, ticker),
      readTokens(context, ticker),
    ])
    return {
      perps: perps.map((perp) => ({
        pair: perp.pair,
        price: perp.price,
        volume24h: perp.volume24h,
        openInterest: perp.openInterest,
        annualizedFundingRate: perp.annualizedFundingRate,
        tradeUrl: perp.tradeUrl,
        contractSlug: perp.contractSlug,
        exchangeProtocolSlug: perp.exchangeProtocolSlug,
        rwaPlatformSlug: perp.rwaPlatformSlug,
        exchangeType: perp.exchangeType,
        updatedAt: isoTime(perp.atSec),
      })),
      tokens: tokens.map(
        ({ issuer, issuerRwaPlatformSlug, price, assetSlug, activeMarketcap }) => ({
          issuer,
          issuerRwaPlatformSlug,
          price,
          assetSlug,
          activeMarketcap,
        }),
      ),
    }
  },
})
