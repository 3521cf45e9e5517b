import type { StateDefinition } from '../../../cache/states.ts'
import { type Company, type companiesState, currencyRates } from '../../equities/public.ts'
import { type CurrencyRate, DOLLARS } from '../derive/usd-closes.ts'
import type { Institution } from './institutions.ts'

type Companies = typeof companiesState extends StateDefinition<infer T> ? T : never

/** The listing whose price an institution has; none when it is not among the listed companies. */
export function findListing(
  companies: Companies,
  { ticker, country }: Pick<Institution, 'ticker' | 'country'>,
): Company | undefined {
  return country === null
    ? undefined
    : companies.listByTicker(ticker).find((company) => company.country === country)
}

/** Rates of all currencies over time. */
export const ratesState: StateDefinition<ReadonlyMap<string, readonly CurrencyRate[]>> = {
  name: 'dat.rates',
  reads: [currencyRates],
  build: async (snapshot) => {
    const rows = await snapshot.query<CurrencyRate & { currency: string }>(
      `SELECT currency, atSec, usd FROM ${snapshot.current(currencyRates)} ORDER BY currency, atSec`,
    )
    return new Map([...Map.groupBy(rows, ({ currency }) => currency), ['USD', DOLLARS]])
  },
}
