import { cikText, isObject } from './company-facts.ts'
import { type ListingRow, listing } from './submissions.ts'

export const methodology =
  'Takes which company a ticker stands for today from `company_tickers_exchange.json`, or from `company_tickers.json`, which has no exchanges. ' +
  'It wins over the tickers in `submissions` files, which keep the old ones of companies that are gone.'

export function isTickers(file: unknown): boolean {
  return (
    isObject(file) && ((Array.isArray(file.fields) && Array.isArray(file.data)) || isPlain(file))
  )
}

/** Listings in the file's order: it ranks the tickers of a company, the main one first. */
export function transformTickers(file: unknown): ListingRow[] {
  if (!isObject(file)) return []
  const seen = new Map<string, number>()
  return (isPlain(file) ? Object.values(file) : exchangeRows(file)).flatMap((row) => {
    const {
      cik_str,
      cik = cik_str,
      title,
      name = title,
      ticker,
      exchange,
    } = isObject(row) ? row : {}
    const number = cikText(cik)
    if (number === undefined || typeof ticker !== 'string' || ticker === '') return []
    const rank = seen.get(number) ?? 0
    seen.set(number, rank + 1)
    return listing(
      ticker,
      number,
      typeof name === 'string' && name !== '' ? name : ticker,
      typeof exchange === 'string' ? exchange : null,
      rank,
    )
  })
}

function isPlain(file: Record<string, unknown>): boolean {
  const first = Object.values(file)[0]
  return isObject(first) && 'cik_str' in first && 'ticker' in first
}

/** Lists of values under the names of the fields, as objects. */
function exchangeRows({ fields, data }: Record<string, unknown>): unknown[] {
  const names = Array.isArray(fields) ? fields : []
  return (Array.isArray(data) ? data : []).map((row) =>
    Object.fromEntries(Array.isArray(row) ? names.map((name, index) => [name, row[index]]) : []),
  )
}
