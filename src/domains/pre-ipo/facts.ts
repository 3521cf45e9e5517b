import { identifier, joinSql, literal, sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'

/** How a token is backed, from the most direct claim on shares to the least (contract). */
export const BACKINGS = [
  'Direct shares',
  'Trust-held SPV',
  'SPV interest',
  'Unsecured note',
  'Synthetic',
] as const

// Several times the largest private valuation ever; amounts in cents or another currency exceed it.
const TOO_LARGE_USD = 10e12

const company = t.word('Id of the company, such as northwind-robotics; case does not matter')
const lowerCompany = { company: sql`lower(trimBoth(company))` }
const usd = (describe: string) => orNull(t.float(describe, { min: 0 }))
const tooLarge = (column: string) => [
  { reason: 'more than 10,000 bn USD', when: sql`${identifier(column)} > ${TOO_LARGE_USD}` },
]

export const preIpoCompanies = defineFact({
  name: 'pre_ipo_companies',
  describe: 'Private companies, in the order in which lists show them.',
  key: { company },
  values: {
    rank: t.int('Place in the list, from 1', { min: 1 }),
    name: t.text('Display name', { max: 200 }),
    description: orNull(t.text('What the company does')),
    website: orNull(t.text('Web site', { max: 2_000 })),
    sector: orNull(t.word('Sector')),
  },
  normalize: lowerCompany,
})

export const preIpoMarks = defineFact({
  name: 'pre_ipo_marks',
  describe:
    'What secondary marketplaces say a private company is worth, one row per marketplace and day.',
  key: { company, source: t.word('Marketplace, always by the same name') },
  time: 'atSec',
  values: { valuationUsd: t.float('Value of the whole company in US dollars', { min: 1 }) },
  normalize: lowerCompany,
  hold: tooLarge('valuationUsd'),
})

export const preIpoRounds = defineFact({
  name: 'pre_ipo_rounds',
  describe:
    'Disclosed funding rounds of private companies, one row per source that reports one; `atSec` is the day of the round.',
  key: {
    company,
    source: t.word('Who reports the round, always by the same name'),
    report: t.text('The source’s own id of the round, unique among its reports', { max: 200 }),
  },
  time: 'atSec',
  values: {
    amountUsd: usd('Amount raised in US dollars; empty when undisclosed'),
    valuationUsd: usd('Post-money valuation in US dollars; empty when undisclosed'),
    series: orNull(t.word('Kind of round, such as Seed or Series B; empty when not known')),
  },
  normalize: lowerCompany,
  hold: [...tooLarge('amountUsd'), ...tooLarge('valuationUsd')],
})

export const preIpoPerps = defineFact({
  name: 'pre_ipo_perps',
  describe:
    'Perpetual contracts on private companies, as an hourly snapshot of every exchange shows them.',
  key: {
    company,
    exchange: t.word('Name of the exchange'),
    contract: t.text('The exchange’s own name of the contract', { max: 200 }),
  },
  time: 'atSec',
  values: {
    exchangeType: t.word('CEX or DEX'),
    platformSlug: orNull(t.text('Slug of the exchange', { max: 200 })),
    openInterestUsd: usd('Open interest in US dollars'),
    volumeUsd: usd('Volume of 24 hours in US dollars'),
    priceUsd: usd('Price in US dollars'),
    fundingPct: orNull(t.float('Funding rate in percent per year')),
    tradeUrl: orNull(t.text('Where it is traded', { max: 2_000 })),
    valuationUsd: usd('Value of the whole company that the price implies, in US dollars'),
  },
  normalize: lowerCompany,
  hold: [{ reason: 'exchangeType is CEX or DEX', when: sql`exchangeType NOT IN ('CEX', 'DEX')` }],
})

export const preIpoTokens = defineFact({
  name: 'pre_ipo_tokens',
  describe:
    'Tokens on shares of private companies, as an hourly snapshot of every issuer shows them.',
  key: { company, issuer: t.word('Name of the issuer') },
  time: 'atSec',
  values: {
    slug: orNull(t.text('Slug of the issuer', { max: 200 })),
    backing: t.word(`What stands behind the token: ${BACKINGS.join(', ')}`),
    productUrl: orNull(t.text('Page of the token', { max: 2_000 })),
    priceUsd: usd('Price in US dollars'),
    marketCapUsd: usd('Market cap of the token in US dollars'),
    valuationUsd: usd('Value of the whole company that the price implies, in US dollars'),
  },
  normalize: lowerCompany,
  hold: [
    {
      reason: `backing is one of ${BACKINGS.join(', ')}`,
      when: sql`backing NOT IN (${joinSql(BACKINGS.map((name) => sql`${literal(name)}`))})`,
    },
  ],
})
