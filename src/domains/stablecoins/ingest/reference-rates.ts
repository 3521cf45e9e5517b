import { DAY_SEC } from '../../../lib/clock.ts'
import { openZipBytes } from '../../../sources/files/zip-archive.ts'
import { UnknownShape } from '../../../sources/mirror/read-value.ts'
import type { FetchRequest, FetchSource } from '../../../sources/model/fetch-source.ts'
import { fxRates } from '../facts.ts'

interface Payload {
  file: string
  csv: string
}

const DAILY = 'eurofxref'
const HISTORY = 'eurofxref-hist'
const NOT_QUOTED = 'N/A'

/** Reference rates that a central bank publishes on its working days, all against the euro. */
export const referenceRates: FetchSource<undefined, Payload | undefined> = {
  name: 'reference-rates',
  describe: 'Central bank reference rates of currencies',
  methodology:
    'Units of each currency for one euro, as the central bank publishes them on its working days. A currency in dollars is the dollars for one euro divided by its own units. The whole history is read at first, after missed days and on the first of each month; what was corrected becomes a new version.',
  version: 1,
  terms: 'Free to use with the source named; for information, not for transactions.',
  key: 'none',
  settings: [
    {
      name: 'url',
      describe: 'folder of eurofxref.zip and eurofxref-hist.zip',
      byDefault: 'https://www.ecb.europa.eu/stats/eurofxref',
      isUrl: true,
    },
  ],
  facts: [fxRates],
  step: 'day',
  cadence: '41 0 * * *',
  hasPast: false,

  async extract(fetcher, request) {
    const name = needsHistory(request) ? HISTORY : DAILY
    const fetched = await fetcher.get(`${request.settings.url}/${name}.zip`)
    if (fetched === undefined) return undefined
    const archive = await openZipBytes(fetched.body, `${name}.zip`)
    try {
      const [entry, ...more] = archive.entries
      if (entry === undefined || more.length > 0)
        throw new UnknownShape(`${name}.zip`, `has ${archive.entries.length} files instead of one`)
      return { file: entry.name, csv: (await entry.read()).toString('utf8') }
    } finally {
      archive.close()
    }
  },

  transform(payload) {
    if (payload === undefined) return []
    return [{ fact: fxRates, rows: readRates(payload), onlyChanged: true }]
  },
}

function needsHistory({ lastSec, fromSec }: Pick<FetchRequest, 'lastSec' | 'fromSec'>): boolean {
  const isFirstOfMonth = new Date(fromSec * 1000).getUTCDate() === 1
  return lastSec === null || lastSec < fromSec || isFirstOfMonth
}

interface RateRow extends Record<string, unknown> {
  currency: string
  atSec: number
  usdPerUnit: number
}

function readRates({ file, csv }: Payload): RateRow[] {
  const [head = '', ...lines] = csv.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [first, ...currencies] = cellsOf(head)
  const usdAt = currencies.indexOf('USD')
  if (first !== 'Date' || usdAt === -1 || currencies.some((code) => !/^[A-Z]{3}$/.test(code)))
    throw new UnknownShape(
      `${file}: the first line`,
      'must be Date and codes of currencies with USD',
    )
  return lines.flatMap((line) => {
    const [day = '', ...cells] = cellsOf(line)
    const atSec = dayOf(day)
    if (atSec === undefined || cells.length !== currencies.length)
      throw new UnknownShape(`${file}: "${day}"`, `is not a day with ${currencies.length} rates`)
    const units = cells.map((cell, index) =>
      rateOf(cell, `${file}: ${currencies[index]} of ${day}`),
    )
    const usd = units[usdAt] ?? null
    if (usd === null) return []
    const others = currencies.flatMap((currency, index): RateRow[] => {
      const perEuro = units[index] ?? null
      return perEuro === null || currency === 'USD'
        ? []
        : [{ currency, atSec, usdPerUnit: usd / perEuro }]
    })
    return [{ currency: 'EUR', atSec, usdPerUnit: usd }, ...others]
  })
}

/** Lines of the published files end with a comma. */
function cellsOf(line: string): string[] {
  const cells = line.split(',').map((cell) => cell.trim())
  return cells.at(-1) === '' ? cells.slice(0, -1) : cells
}

/** "13 January 2026" in the daily file, "2026-01-13" in the history. */
function dayOf(text: string): number | undefined {
  if (!/^(\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]+ \d{4})$/.test(text)) return undefined
  const sec = Date.parse(text.includes('-') ? `${text}T00:00:00Z` : `${text} UTC`) / 1000
  return sec % DAY_SEC === 0 ? sec : undefined
}

function rateOf(cell: string, label: string): number | null {
  if (cell === NOT_QUOTED || cell === '') return null
  const rate = Number(cell)
  if (!(rate > 0 && Number.isFinite(rate)))
    throw new UnknownShape(label, `is "${cell}" instead of a rate`)
  return rate
}
