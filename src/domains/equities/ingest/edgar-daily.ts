import { sql } from '../../../lib/sql.ts'
import { parseJson, UnknownShape } from '../../../sources/mirror/read-value.ts'
import type {
  Fetcher,
  FetchRequest,
  FetchSource,
  SettingValues,
} from '../../../sources/model/fetch-source.ts'
import { NotYetError } from '../../../sources/model/live-source.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { companyFacts, equityFilers, equityFilings, equityListings } from '../facts.ts'
import { cikText, isCompanyFacts, isObject, transformCompanyFacts } from './company-facts.ts'
import { readCompanyFacts } from './company-facts-text.ts'
import { indexName, indexState, quarterFolder, readDailyIndex, readFolder } from './daily-index.ts'
import { EDGAR_METHODOLOGY } from './edgar.ts'
import { unpackRows } from './packed-rows.ts'
import {
  type FilingRow,
  isSubmissions,
  type ListingRow,
  type Submissions,
  transformFilings,
  transformSubmissions,
} from './submissions.ts'
import { isTickers, transformTickers } from './tickers.ts'

const TICKERS = '/files/company_tickers_exchange.json'
const ALL = 'all'
// Forms whose figures are among the company facts; an amendment ends with /A.
const WITH_FIGURES = /^(10-[KQ]T?|20-F|40-F|6-K|8-K)(\/A)?$/

/** Day of the newest filing whose figures are on record, by company. */
type Plan = ReadonlyMap<string, string>

interface Company {
  submissions: Submissions | undefined
  olderFilings: FilingRow[]
  /** Rows of `company_facts` that are not on record. */
  figures: Record<string, unknown>[]
}

/** A company that is read: the forms it filed, and its newest day in the plan. */
interface Due {
  cik: string
  forms?: Set<string> | undefined
  newest: string | undefined
}

interface Payload {
  listings: ListingRow[]
  companies: Company[]
}

/** New filings and figures of chosen companies, day by day. */
export const edgarDaily: FetchSource<Plan, Payload> = {
  name: 'edgar',
  describe: 'Filings and figures of listed companies, from the US regulator',
  methodology: [
    'Each day’s index names the companies that filed; of those chosen, the submissions are read, and the figures where the form has any. A company that is not on record is read whole.',
    ...EDGAR_METHODOLOGY,
  ].join(' '),
  version: 1,
  terms:
    'Public records, free to use. The regulator allows ten requests a second and wants to know who asks.',
  key: 'none',
  settings: [
    {
      name: 'contact',
      describe: 'your name and mail address, which the regulator wants with every request',
      isRequired: true,
    },
    {
      name: 'companies',
      describe:
        'tickers or numbers of companies, separated by commas; all: every company on record',
      isRequired: true,
    },
    { name: 'url', describe: 'the archive', byDefault: 'https://www.sec.gov', isUrl: true },
    {
      name: 'data-url',
      describe: 'submissions and company facts',
      byDefault: 'https://data.sec.gov',
      isUrl: true,
    },
  ],
  facts: [equityListings, equityFilers, equityFilings, companyFacts],
  step: 'day',
  cadence: '30 6 * * *',
  hasPast: true,
  limits: () => ({ concurrency: 2, ratePerSec: 8 }),
  userAgent: ({ contact }) => `almanac ${contact}`,
  archives: ({ url }) => [
    `${url}${TICKERS}`,
    `${url}/Archives/edgar/daily-index/bulkdata/submissions.zip`,
    `${url}/Archives/edgar/daily-index/xbrl/companyfacts.zip`,
  ],
  plan: loadNewestFigures,

  async extract(fetcher, request) {
    const { settings, plan } = request
    const filed = await readFiled(fetcher, request)
    const tickers = await readJson(fetcher, settings.url, TICKERS)
    if (!isTickers(tickers)) throw new UnknownShape(TICKERS, 'is not a list of tickers')
    const all = transformTickers(tickers)
    const chosen = chooseCompanies(settings, plan, all)
    const companies: Company[] = []
    for (const cik of chosen) {
      const forms = filed.get(cik)
      const newest = plan.get(cik)
      if (forms !== undefined || newest === undefined)
        companies.push(await readCompany(fetcher, settings, { cik, forms, newest }))
    }
    return { listings: all.filter(({ cik }) => chosen.has(cik)), companies }
  },

  transform({ listings, companies }) {
    const known = companies.flatMap(({ submissions }) => submissions ?? [])
    // The list of tickers is current; submissions may name one that another company has now.
    const current = new Map(known.flatMap((one) => one.listings.map((row) => [row.ticker, row])))
    for (const row of listings)
      current.set(row.ticker, {
        ...row,
        exchange: row.exchange ?? current.get(row.ticker)?.exchange ?? null,
      })
    const filings = companies.flatMap(({ submissions, olderFilings }) => [
      ...(submissions?.filings ?? []),
      ...olderFilings,
    ])
    return [
      { fact: equityListings, rows: [...current.values()].map((row) => ({ ...row })) },
      { fact: equityFilers, rows: known.map(({ filer }) => ({ ...filer })) },
      { fact: equityFilings, rows: filings.map((row) => ({ ...row })) },
      { fact: companyFacts, rows: companies.flatMap(({ figures }) => figures) },
    ]
  },
}

async function readJson(fetcher: Fetcher, url: string | undefined, path: string) {
  const { body } = await fetcher.getWhole(`${url}${path}`)
  return parseJson(body, path)
}

/** Companies that filed on the day, with their forms. */
async function readFiled(
  fetcher: Fetcher,
  { settings, fromSec, nowSec }: FetchRequest,
): Promise<Map<string, Set<string>>> {
  const folder = quarterFolder(fromSec)
  const label = `${folder}/index.json`
  const listed = await readJson(fetcher, settings.url, label)
  const state = indexState(readFolder(listed, label), fromSec, nowSec)
  const path = `${folder}/${indexName(fromSec)}`
  if (state === 'none') return new Map()
  if (state === 'not yet') throw new NotYetError(`${path} is not published yet.`)
  const index = await fetcher.getWhole(`${settings.url}${path}`)
  return readDailyIndex(index.body.toString('latin1'), path)
}

function chooseCompanies(
  { companies = '' }: SettingValues,
  plan: Plan,
  listings: readonly ListingRow[],
): Set<string> {
  const names = companies.split(',').map((name) => name.trim().toUpperCase())
  if (names.includes(ALL.toUpperCase())) return new Set(plan.keys())
  const byTicker = new Map(listings.map(({ ticker, cik }) => [ticker, cik]))
  return new Set(
    names
      .filter((name) => name !== '')
      .map((name) => {
        const cik = byTicker.get(name) ?? cikText(name)
        if (cik === undefined)
          throw new UnknownShape(`companies: ${name}`, 'is neither a ticker nor a number')
        return cik
      }),
  )
}

async function readCompany(
  fetcher: Fetcher,
  settings: SettingValues,
  { cik, forms = new Set(), newest }: Due,
): Promise<Company> {
  const path = `/submissions/CIK${cik}.json`
  const file = await readJson(fetcher, settings['data-url'], path)
  if (!isSubmissions(file)) throw new UnknownShape(path, 'is not a file of submissions')
  const isNew = newest === undefined
  const hasFigures = isNew || [...forms].some((form) => WITH_FIGURES.test(form))
  return {
    submissions: transformSubmissions(file),
    olderFilings: isNew ? await readOlder(fetcher, settings, { cik, file }) : [],
    // Kept are only the rows that are new: whole files of many companies would not fit into memory.
    figures: hasFigures ? await readFigures(fetcher, settings, { cik, newest }) : [],
  }
}

async function readOlder(
  fetcher: Fetcher,
  settings: SettingValues,
  { cik, file }: { cik: string; file: unknown },
): Promise<FilingRow[]> {
  const filings = isObject(file) && isObject(file.filings) ? file.filings : {}
  const pages = Array.isArray(filings.files) ? (filings.files as unknown[]) : []
  const rows: FilingRow[] = []
  for (const page of pages) {
    const name = isObject(page) ? page.name : undefined
    if (typeof name !== 'string' || !/^[\w-]+\.json$/.test(name))
      throw new UnknownShape(`/submissions/CIK${cik}.json: filings.files`, 'has no file names')
    const fetched = await fetcher.getWhole(`${settings['data-url']}/submissions/${name}`)
    rows.push(...transformFilings(cik, parseJson(fetched.body, name)))
  }
  return rows
}

async function readFigures(
  fetcher: Fetcher,
  settings: SettingValues,
  { cik, newest }: Due,
): Promise<Record<string, unknown>[]> {
  const path = `/api/xbrl/companyfacts/CIK${cik}.json`
  const fetched = await fetcher.find(`${settings['data-url']}${path}`)
  // Companies without figures have no such file.
  if (fetched === null) return []
  const file = readCompanyFacts(fetched.body) ?? parseJson(fetched.body, path)
  if (!isCompanyFacts(file)) throw new UnknownShape(path, 'is not a file of company facts')
  const rows = unpackRows(transformCompanyFacts(file))
  return newest === undefined ? rows : rows.filter(({ filed }) => String(filed) >= newest)
}

/** Companies on record; for one without figures the day is empty. */
async function loadNewestFigures(snapshot: Snapshot): Promise<Plan> {
  const rows = await snapshot.query<{ cik: string; newest: string }>(
    sql`SELECT cik, max(newest) AS newest FROM (
      SELECT toString(cik) AS cik, '' AS newest FROM ${snapshot.current(equityFilers)}
      UNION ALL SELECT toString(cik), max(toString(filed)) ${snapshot.versions(companyFacts)} GROUP BY cik
    ) GROUP BY cik`,
  )
  return new Map(rows.map(({ cik, newest }) => [cik, newest]))
}
