import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import {
  readList,
  readMembers,
  readSec,
  readText,
  requireNumber,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  type Call,
  type Mirrored,
  type ResponseContext,
  type ResponseReader,
  readItems,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import {
  companyFacts,
  currencyRates,
  equityBars,
  equityDividends,
  equityFilers,
  equityFilings,
  equityIntraday,
  equityListings,
  equityPerps,
  equityProfiles,
  equitySectors,
  equitySplits,
  equityTokens,
} from '../facts.ts'
import { filingRecord, perpRecord, tokenRecord } from '../records.ts'

const [COMPANIES, SECTOR, OHLCV, FILINGS, ONCHAIN] = [
  'equities.listCompanies',
  'equities.getSector',
  'equities.getOhlcv',
  'equities.listFilings',
  'equities.getOnchain',
]
/** Where shares trade onchain. */
const US = 'US'

interface Labels {
  sector: string
  industry: string
}

/** `/equities/v1/companies-list`: all companies; of one industry, what that is called. */
const listCompanies: ResponseReader = {
  operation: COMPANIES,
  calls: 'once',
  carries: [
    {
      fact: equityListings,
      refill: 'whole',
      note: 'Without exchange, currency, rank and dates. Companies file under <ticker>.<country>.',
      scope: [],
    },
    {
      fact: equityProfiles,
      refill: 'whole',
      note: 'Sector and industry of those industries that are listed.',
      scope: [],
    },
  ],
  details: (body, context) =>
    context.call.known === undefined
      ? readCompanies(body, context).flatMap((company) => detailsOf(company, context.atSec))
      : [],
  rows: (body, context) => {
    const companies = readCompanies(body, context)
    const labels = context.call.known as Labels | undefined
    if (labels === undefined) return [rowsOf(equityListings, companies.map(listingOf))]
    const profile = { ...labels, employees: null, description: null, floatShares: null }
    const profiles = companies.map(({ ticker, country }) => ({ ticker, country, ...profile }))
    return [rowsOf(equityProfiles, profiles)]
  },
}

interface Company {
  ticker: string
  country: string
  companyName: string
}

function readCompanies(body: unknown, context: ResponseContext): Company[] {
  return readObjects(body, 'body', context, (item, member) => {
    const text = (name: keyof Company) => requireText(item[name], `${member}.${name}`)
    return { ticker: text('ticker'), country: text('country'), companyName: text('companyName') }
  })
}

/** No response has the number of the regulator. */
function filerOf({ ticker, country }: Pick<Company, 'ticker' | 'country'>): string {
  return `${ticker}.${country}`
}

function listingOf(company: Company) {
  const unknown = { exchange: null, currency: null, rank: null }
  const dates = { listedFromSec: null, delistedSec: null }
  return { ...company, cik: filerOf(company), ...unknown, ...dates }
}

function detailsOf({ ticker, country }: Company, atSec: number): Call[] {
  const query = { ticker, country }
  // The list does not say what changed.
  const day = String(Math.floor(atSec / DAY_SEC))
  const hour = String(Math.floor(atSec / HOUR_SEC))
  const calls = [
    { operation: OHLCV, params: {}, query: { ...query, timeframe: 'MAX' }, mark: day },
    { operation: OHLCV, params: {}, query: { ...query, timeframe: '7D' }, mark: day },
    { operation: FILINGS, params: {}, query, mark: day },
  ]
  return country === US ? [...calls, { operation: ONCHAIN, params: {}, query, mark: hour }] : calls
}

/** `/equities/v1/industries`: the labels of industries and sectors. */
const listIndustries: ResponseReader = {
  operation: 'equities.listIndustries',
  calls: 'once',
  carries: [],
  details: (body, context) =>
    readObjects(body, 'body', context, (item, member) => {
      const text = (name: string) => requireText(item[name], `${member}.${name}`)
      const known: Labels = { sector: text('sector'), industry: text('industry') }
      const query = { sector: text('sectorSlug'), industry: text('industrySlug') }
      const mark = String(Math.floor(context.atSec / DAY_SEC))
      return { operation: COMPANIES, params: {}, query, mark, known }
    }),
  rows: () => [],
}

/** `/equities/v1/sectors`: which sectors there are. */
const listSectors: ResponseReader = {
  operation: 'equities.listSectors',
  calls: 'once',
  carries: [],
  details: (body, context) =>
    readObjects(body, 'body', context, (item, member) => {
      const sector = requireText(item.sectorSlug, `${member}.sectorSlug`)
      return { operation: SECTOR, params: {}, query: { sector }, mark: 'text' }
    }),
  rows: () => [],
}

/** `/equities/v1/sector`: what belongs to it, in words. */
const getSector: ResponseReader = {
  operation: SECTOR,
  calls: 'listed',
  carries: [{ fact: equitySectors, refill: 'whole', note: '' }],
  rows: (body) => {
    const item = readMembers(body, 'body')
    const description = readText(item.description, 'description')
    const sector = requireText(item.sector, 'sector')
    return [rowsOf(equitySectors, description === null ? [] : [{ sector, description }])]
  },
}

/** `/equities/v1/ohlcv`: all days, or the last week in five-minute steps. */
const getOhlcv: ResponseReader = {
  operation: OHLCV,
  calls: 'listed',
  carries: [
    {
      fact: equityBars,
      refill: 'whole',
      note: 'Adjusted for splits: do not import splits of before.',
    },
    { fact: equityIntraday, refill: 'from now on', note: 'The last week; adjusted as well.' },
  ],
  rows: (body, context) => {
    const { ticker, country } = companyOf(context)
    const bars = readItems(readList(body, 'body'), 'body', context, (value, member) => {
      const [time, open, high, low, close, volume] = readList(value, member)
      return {
        ticker,
        country,
        atSec: requireSec(time, `${member}[0]`),
        open: requireNumber(open, `${member}[1]`),
        high: requireNumber(high, `${member}[2]`),
        low: requireNumber(low, `${member}[3]`),
        close: requireNumber(close, `${member}[4]`),
        volume: requireNumber(volume, `${member}[5]`),
      }
    })
    if (context.call.query?.timeframe === 'MAX') return [rowsOf(equityBars, bars)]
    // Without five-minute steps the response has days again.
    const intraday = bars.filter(({ atSec }) => atSec % DAY_SEC !== 0)
    return [rowsOf(equityIntraday, intraday)]
  },
}

/** `/equities/v1/filings`: newest first. */
const listFilings: ResponseReader = {
  operation: FILINGS,
  calls: 'listed',
  carries: [
    {
      fact: equityFilings,
      refill: 'whole',
      note: 'Without number, items and timestamp: numbers are made of the day and the place within it.',
    },
  ],
  rows: (body, context) => {
    const cik = filerOf(companyOf(context))
    const filings = readObjects(body, 'body', context, (item, member) => ({
      ...filingRecord.row(item, member),
      acceptedSec: null,
      items: null,
    }))
    // Counted from the first of a day, so that a later one does not renumber the others.
    const days = Map.groupBy(filings.toReversed(), ({ filingDate }) => filingDate)
    const number = (day: string, place: number) => `${day}-${String(place).padStart(4, '0')}`
    const rows = [...days].flatMap(([day, ofDay]) =>
      ofDay.map((filing, place) => ({ cik, accession: number(day, place), ...filing })),
    )
    return [rowsOf(equityFilings, rows)]
  },
}

/** `/equities/v1/onchain`: the newest snapshot of contracts and tokens on a share. */
const getOnchain: ResponseReader = {
  operation: ONCHAIN,
  calls: 'listed',
  carries: [
    { fact: equityPerps, refill: 'from now on', note: '' },
    { fact: equityTokens, refill: 'from now on', note: 'At the time they were fetched.' },
  ],
  rows: (body, context) => {
    const onchain = readMembers(body, 'body')
    const { ticker } = companyOf(context)
    const perps = readObjects(onchain.perps, 'perps', context, (item, member) => ({
      ticker,
      atSec: readSec(item.updatedAt, `${member}.updatedAt`) ?? context.atSec,
      ...perpRecord.row(item, member),
    }))
    const tokens = readObjects(onchain.tokens, 'tokens', context, (item, member) => ({
      ticker,
      atSec: context.atSec,
      ...tokenRecord.row(item, member),
    }))
    return [rowsOf(equityPerps, perps), rowsOf(equityTokens, tokens)]
  },
}

function companyOf({ call: { query = {} } }: ResponseContext) {
  return {
    ticker: requireText(query.ticker, 'ticker'),
    country: requireText(query.country, 'country'),
  }
}

const FILED = 'Statements are lines that were chosen and summed from filings: import the filings.'

export const equityMirror: Mirrored = {
  responses: [
    listCompanies,
    listIndustries,
    listSectors,
    getSector,
    getOhlcv,
    listFilings,
    getOnchain,
  ],
  leftOut: [
    { fact: equityFilers, why: FILED },
    { fact: companyFacts, why: FILED },
    { fact: equitySplits, why: 'No response has splits; bars are adjusted for them.' },
    { fact: equityDividends, why: 'No response has single dividends.' },
    { fact: currencyRates, why: 'No response has rates of currencies.' },
  ],
}
