import { HOUR_SEC } from '../../../lib/clock.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Answer,
  type AnswerContext,
  type Call,
  type Mirrored,
  readItems,
  rowsOf,
} from '../../../sources/mirror/answer.ts'
import {
  type Members,
  readList,
  readMembers,
  readNumber,
  readSec,
  readText,
  requireNumber,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import { preIpoCompanies, preIpoMarks, preIpoPerps, preIpoRounds, preIpoTokens } from '../facts.ts'

// Answers have means of all marketplaces and rounds of all reports.
const SOURCE = 'mirror'
const [VALUATIONS, RAISES, INTEGRATIONS] = [
  'preIpo.getValuations',
  'preIpo.listRaises',
  'preIpo.getIntegrations',
]

/** `/pre-ipo/v1/companies-list`: the companies in their order. */
const listCompanies: Answer = {
  operation: 'preIpo.listCompanies',
  calls: 'once',
  carries: [{ fact: preIpoCompanies, refill: 'whole', note: '' }],
  details: (body, context) => {
    const items = readItems(readData(body), 'data', context, readMembers)
    return items.flatMap((item) => detailsOf(item, context.atSec))
  },
  rows: (body, context) => {
    let rank = 0
    const rows = readItems(readData(body), 'data', context, (value, member) => {
      const item = readMembers(value, member)
      return {
        company: requireText(item.id, `${member}.id`),
        rank: ++rank,
        name: requireText(item.name, `${member}.name`),
        description: readText(item.description, `${member}.description`),
        website: readText(item.website, `${member}.website`),
        sector: readText(item.sector, `${member}.sector`),
      }
    })
    return [rowsOf(preIpoCompanies, rows)]
  },
}

function detailsOf(item: Members, atSec: number): Call[] {
  const company = readText(item.id, 'id')
  if (company === null) return []
  const mark = stableId(JSON.stringify(item))
  // The list does not show venues, of which there is a new snapshot every hour.
  const hour = String(Math.floor(atSec / HOUR_SEC))
  return [
    { operation: VALUATIONS, params: {}, query: { company }, mark },
    { operation: RAISES, params: {}, query: { company }, mark },
    { operation: INTEGRATIONS, params: {}, query: { company }, mark: hour },
  ]
}

/** `/pre-ipo/v1/valuations`: a mean for each month. */
const getValuations: Answer = {
  operation: VALUATIONS,
  calls: 'listed',
  carries: [
    {
      fact: preIpoMarks,
      refill: 'whole',
      note: 'One mark for each month: the mean of all marketplaces.',
    },
  ],
  rows: (body, context) => {
    const rows = readItems(readData(body), 'data', context, (value, member) => {
      const point = readMembers(value, member)
      return {
        company: companyOf(context),
        source: SOURCE,
        atSec: requireSec(point.date, `${member}.date`),
        valuationUsd: requireNumber(point.estimatedValuation, `${member}.estimatedValuation`),
      }
    })
    return [rowsOf(preIpoMarks, rows)]
  },
}

/** `/pre-ipo/v1/raises`: the rounds of a company. */
const listRaises: Answer = {
  operation: RAISES,
  calls: 'listed',
  carries: [
    { fact: preIpoRounds, refill: 'whole', note: 'Reports of several sources arrive merged.' },
  ],
  rows: (body, context) => {
    const seen = new Map<string, number>()
    const rows = readItems(readData(body), 'data', context, (value, member) => {
      const round = readMembers(value, member)
      const atSec = requireSec(round.date, `${member}.date`)
      const series = readText(round.series, `${member}.series`)
      const place = seen.get(`${atSec} ${series}`) ?? 0
      seen.set(`${atSec} ${series}`, place + 1)
      return {
        company: companyOf(context),
        source: SOURCE,
        report: stableId('pre-ipo round', companyOf(context), atSec, series, place),
        atSec,
        amountUsd: readNumber(round.amountRaised, `${member}.amountRaised`),
        valuationUsd: readNumber(round.valuation, `${member}.valuation`),
        series,
      }
    })
    return [rowsOf(preIpoRounds, rows)]
  },
}

/** `/pre-ipo/v1/integrations`: the newest snapshot of venues. */
const getIntegrations: Answer = {
  operation: INTEGRATIONS,
  calls: 'listed',
  carries: [
    { fact: preIpoPerps, refill: 'from now on', note: '' },
    { fact: preIpoTokens, refill: 'from now on', note: '' },
  ],
  rows: (body, context) => {
    const envelope = readMembers(body, 'body')
    const data = readMembers(envelope.data, 'data')
    const named = {
      company: companyOf(context),
      atSec: readSec(envelope.updatedAt, 'updatedAt') ?? context.atSec,
    }
    const perps = readList(data.perps, 'data.perps')
    const tokens = readList(data.tokenIssuers, 'data.tokenIssuers')
    return [
      rowsOf(
        preIpoPerps,
        readItems(perps, 'data.perps', context, (item, member) => ({
          ...named,
          ...perpOf(readMembers(item, member), member),
        })),
      ),
      rowsOf(
        preIpoTokens,
        readItems(tokens, 'data.tokenIssuers', context, (item, member) => ({
          ...named,
          ...tokenOf(readMembers(item, member), member),
        })),
      ),
    ]
  },
}

function perpOf(perp: Members, member: string) {
  const number = (name: string) => readNumber(perp[name], `${member}.${name}`)
  return {
    exchange: requireText(perp.exchangeName, `${member}.exchangeName`),
    contract: requireText(perp.serviceContract, `${member}.serviceContract`),
    exchangeType: requireText(perp.exchangeType, `${member}.exchangeType`),
    platformSlug: readText(perp.platformSlug, `${member}.platformSlug`),
    openInterestUsd: number('openInterest'),
    volumeUsd: number('volume'),
    priceUsd: number('price'),
    fundingPct: number('annualizedFundingRate'),
    tradeUrl: readText(perp.tradeUrl, `${member}.tradeUrl`),
    valuationUsd: number('estimatedValuation'),
  }
}

function tokenOf(token: Members, member: string) {
  return {
    issuer: requireText(token.issuerName, `${member}.issuerName`),
    slug: readText(token.slug, `${member}.slug`),
    backing: requireText(token.backing, `${member}.backing`),
    productUrl: readText(token.productUrl, `${member}.productUrl`),
    priceUsd: readNumber(token.price, `${member}.price`),
    marketCapUsd: readNumber(token.marketCap, `${member}.marketCap`),
    valuationUsd: readNumber(token.estimatedValuation, `${member}.estimatedValuation`),
  }
}

/** The list in the envelope; some services leave the envelope out. */
function readData(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : readList(readMembers(body, 'body').data, 'data')
}

function companyOf({ call }: AnswerContext): string {
  return requireText(call.query?.company, 'company')
}

export const preIpoMirror: Mirrored = {
  answers: [listCompanies, getValuations, listRaises, getIntegrations],
}
