import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import {
  type Answer,
  type AnswerContext,
  type Call,
  type Mirrored,
  readItems,
  rowsOf,
} from '../../../sources/mirror/answer.ts'
import {
  readList,
  readMembers,
  readText,
  requireNumber,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
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
import { perpOf, tokenOf } from './onchain-answer.ts'

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
const listCompanies: Answer = {
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
    const unknown = { employees: null, description: null, floatShares: null }
    return [
      rowsOf(
        equityProfiles,
        companies.map(({ ticker, country }) => ({ ticker, country, ...labels, ...unknown })),
      ),
    ]
  },
}

interface Company {
  ticker: string
  country: string
  companyName: string
}

function readCompanies(body: unknown, context: AnswerContext): Company[] {
  return readItems(readList(body, 'body'), 'body', context, (value, member) => {
    const item = readMembers(value, member)
    return {
      ticker: requireText(item.ticker, `${member}.ticker`),
      country: requireText(item.country, `${member}.country`),
      companyName: requireText(item.companyName, `${member}.companyName`),
    }
  })
}

/** No answer has the number of the regulator. */
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
const listIndustries: Answer = {
  operation: 'equities.listIndustries',
  calls: 'once',
  carries: [],
  details: (body, context) =>
    readItems(readList(body, 'body'), 'body', context, (value, member) => {
      const item = readMembers(value, member)
      const text = (name: string) => requireText(item[name], `${member}.${name}`)
      const known: Labels = { sector: text('sector'), industry: text('industry') }
      const query = { sector: text('sectorSlug'), industry: text('industrySlug') }
      const mark = String(Math.floor(context.atSec / DAY_SEC))
      return { operation: COMPANIES, params: {}, query, mark, known }
    }),
  rows: () => [],
}

/** `/equities/v1/sectors`: which sectors there are. */
const listSectors: Answer = {
  operation: 'equities.listSectors',
  calls: 'once',
  carries: [],
  details: (body, context) =>
    readItems(readList(body, 'body'), 'body', context, (value, member) => {
      const sector = requireText(readMembers(value, member).sectorSlug, `${member}.sectorSlug`)
      return { operation: SECTOR, params: {}, query: { sector }, mark: 'text' }
    }),
  rows: () => [],
}

/** `/equities/v1/sector`: what belongs to it, in words. */
const getSector: Answer = {
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
const getOhlcv: Answer = {
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
    // Without five-minute steps the answer has days again.
    return [
      rowsOf(
        equityIntraday,
        bars.filter(({ atSec }) => atSec % DAY_SEC !== 0),
      ),
    ]
  },
}

/** `/equities/v1/filings`: newest first. */
const listFilings: Answer = {
  operation: FILINGS,
  calls: 'listed',
  carries: [
    {
      fact: equityFilings,
      refill: 'whole',
      note: 'Without number, items and moment: numbers are made of the day and the place within it.',
    },
  ],
  rows: (body, context) => {
    const cik = filerOf(companyOf(context))
    const filings = readItems(readList(body, 'body'), 'body', context, (value, member) => {
      const item = readMembers(value, member)
      const text = (name: string) => readText(item[name], `${member}.${name}`)
      return {
        form: requireText(item.form, `${member}.form`),
        filingDate: requireText(item.filingDate, `${member}.filingDate`),
        reportDate: text('reportDate'),
        acceptedSec: null,
        items: null,
        primaryDocumentUrl: text('primaryDocumentUrl'),
        documentDescription: text('documentDescription'),
      }
    })
    // Counted from the first of a day, so that a later one does not renumber the others.
    const days = Map.groupBy(filings.toReversed(), ({ filingDate }) => filingDate)
    const rows = [...days].flatMap(([day, ofDay]) =>
      ofDay.map((filing, place) => ({
        cik,
        accession: `${day}-${String(place).padStart(4, '0')}`,
        ...filing,
      })),
    )
    return [rowsOf(equityFilings, rows)]
  },
}

/** `/equities/v1/onchain`: the newest snapshot of contracts and tokens on a share. */
const getOnchain: Answer = {
  operation: ONCHAIN,
  calls: 'listed',
  carries: [
    { fact: equityPerps, refill: 'from now on', note: '' },
    { fact: equityTokens, refill: 'from now on', note: 'At the time they were fetched.' },
  ],
  rows: (body, context) => {
    const { perps, tokens } = readMembers(body, 'body')
    const { ticker } = companyOf(context)
    return [
      rowsOf(
        equityPerps,
        readItems(readList(perps, 'perps'), 'perps', context, (item, member) => ({
          ticker,
          ...perpOf(readMembers(item, member), member, context.atSec),
        })),
      ),
      rowsOf(
        equityTokens,
        readItems(readList(tokens, 'tokens'), 'tokens', context, (item, member) => ({
          ticker,
          atSec: context.atSec,
          ...tokenOf(readMembers(item, member), member),
        })),
      ),
    ]
  },
}

function companyOf({ call: { query = {} } }: AnswerContext) {
  return {
    ticker: requireText(query.ticker, 'ticker'),
    country: requireText(query.country, 'country'),
  }
}

const FILED = 'Statements are lines that were chosen and summed from filings: import the filings.'

export const equityMirror: Mirrored = {
  answers: [
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
    { fact: equitySplits, why: 'No answer has splits; bars are adjusted for them.' },
    { fact: equityDividends, why: 'No answer has single dividends.' },
    { fact: currencyRates, why: 'No answer has rates of currencies.' },
  ],
}
