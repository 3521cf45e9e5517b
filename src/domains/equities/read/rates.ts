import { keyedState } from '../../../cache/state.ts'
import { sql } from '../../../lib/sql.ts'
import { currencyRates } from '../facts.ts'

/** From a moment on, a unit of a currency is worth this many US dollars. */
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
       FROM ${snapshot.current(currencyRates, keys === 'all' ? sql`1` : sql`currency IN {keys:Array(String)}`)}
       ORDER BY currency, atSec`,
      keys === 'all' ? {} : { keys },
    )
    return Map.groupBy(rows, ({ currency }) => currency)
  },
})
