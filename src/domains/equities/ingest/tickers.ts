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
  const rows = isPlain(file) ? Object.values(file).map(plainRow) : exchangeRows(file)
  const seen = new Map<string, number>()
  return rows.flatMap(({ cik, name, ticker, exchange }) => {
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

interface TickerRow {
  cik: unknown
  name: unknown
  ticker: unknown
  exchange: unknown
}

function isPlain(file: Record<string, unknown>): boolean {
  const first = Object.values(file)[0]
  return isObject(first) && 'cik_str' in first && 'ticker' in first
}

function plainRow(row: unknown): TickerRow {
  const { cik_str: cik, title: name, ticker } = isObject(row) ? row : {}
  return { cik, name, ticker, exchange: null }
}

function exchangeRows(file: Record<string, unknown>): TickerRow[] {
  const fields = Array.isArray(file.fields) ? file.fields : []
  const at = (row: unknown, name: string): unknown =>
    Array.isArray(row) ? row[fields.indexOf(name)] : undefined
  return (Array.isArray(file.data) ? file.data : []).map((row) => ({
    cik: at(row, 'cik'),
    name: at(row, 'name'),
    ticker: at(row, 'ticker'),
    exchange: at(row, 'exchange'),
  }))
}
