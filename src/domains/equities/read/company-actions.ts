import { amongKeys } from '../../../cache/among-keys.ts'
import { derivedState, keyedState } from '../../../cache/state.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { Dividend, Split } from '../derive/prices/split-adjusted.ts'
import { currencyRates, equityDividends, equitySplits } from '../facts.ts'
import { LISTING_KEY, listingKey, ofListings } from './companies.ts'

interface Listed {
  ticker: string
  country: string
}

/** Splits of every listing, in order of time. */
export const splitsState = keyedState<string, readonly Split[]>({
  name: 'equities.splits',
  reads: [equitySplits],
  key: LISTING_KEY,
  load: async (snapshot, keys) => {
    const { where, params } = ofListings(keys)
    const rows = await snapshot.query<Split & Listed>(
      sql`SELECT ticker, country, atSec, ratio FROM ${snapshot.current(equitySplits, where)}
       ORDER BY ticker, country, atSec`,
      params,
    )
    return Map.groupBy(rows, listingKey)
  },
})

// The year before tells a company that stopped paying from one that never paid.
const DIVIDEND_SEC = 800 * DAY_SEC

/** Dividends of every listing over two years up to its newest, in order of time. */
export const paidDividendsState = keyedState<string, readonly Dividend[]>({
  name: 'equities.paidDividends',
  reads: [equityDividends],
  key: LISTING_KEY,
  load: async (snapshot, keys) => {
    const { where, params } = ofListings(keys)
    const rows = await snapshot.query<Dividend & Listed>(
      sql`SELECT ticker, country, atSec, amount
       FROM (SELECT ticker, country, atSec, amount,
           max(atSec) OVER (PARTITION BY ticker, country) AS lastSec
         FROM ${snapshot.current(equityDividends, where)})
       WHERE atSec + ${DIVIDEND_SEC} > lastSec ORDER BY ticker, country, atSec`,
      params,
    )
    return Map.groupBy(rows, listingKey)
  },
})

/** The same over two years up to the newest dividend of the market. */
export const dividendsState = derivedState({
  name: 'equities.dividends',
  from: [paidDividendsState],
  make: (paid): ReadonlyMap<string, readonly Dividend[]> => {
    const newestSec = [...paid.values()]
      .flat()
      .reduce((newest, { atSec }) => Math.max(newest, atSec), 0)
    const isRecent = ({ atSec }: Dividend) => atSec + DIVIDEND_SEC > newestSec
    return new Map(Array.from(paid, ([key, dividends]) => [key, dividends.filter(isRecent)]))
  },
})

/** From a timestamp on, a unit of a currency is worth this many US dollars. */
export interface CurrencyRate {
  readonly atSec: number
  readonly usd: number
}

/** Rates of every currency, in order of time. */
export const ratesState = keyedState<string, readonly CurrencyRate[]>({
  name: 'equities.rates',
  reads: [currencyRates],
  key: sql`currency`,
  load: async (snapshot, keys) => {
    const rows = await snapshot.query<CurrencyRate & { currency: string }>(
      sql`SELECT currency, atSec, usd
       FROM ${snapshot.current(currencyRates, amongKeys(sql`currency`, keys))}
       ORDER BY currency, atSec`,
      { keys },
    )
    return Map.groupBy(rows, ({ currency }) => currency)
  },
})
