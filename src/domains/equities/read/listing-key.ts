import { sql } from '../../../lib/sql.ts'
/** Listings by country and ticker. */
export function listingKey({ ticker, country }: { ticker: string; country: string }): string {
  return `${country} ${ticker}`
}

/** The same in SQL. */
export const LISTING_KEY = sql`concat(country, ' ', ticker)`

/** SQL that picks listings by their keys, with its parameters. */
export function ofListings(keys: readonly string[] | 'all') {
  if (keys === 'all') return { where: sql`1`, params: {} }
  // Tables are ordered by ticker, so that naming the tickers too spares reading the others.
  const tickers = [...new Set(keys.map((key) => key.slice(key.indexOf(' ') + 1)))]
  return {
    where: sql`ticker IN {tickers:Array(String)} AND ${LISTING_KEY} IN {keys:Array(String)}`,
    params: { tickers, keys },
  }
}
