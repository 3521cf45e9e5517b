import type { Companies, Company } from '../../equities/public.ts'
import { type CurrencyRate, DOLLARS } from '../derive/usd-closes.ts'
import type { Institution } from './institutions.ts'

/** The listing whose price an institution has; none when it is not among the listed companies. */
export function findListing(
  companies: Companies,
  { ticker, country }: Pick<Institution, 'ticker' | 'country'>,
): Company | undefined {
  return country === null
    ? undefined
    : companies.listByTicker(ticker).find((company) => company.country === country)
}

/** Rates of a currency over time. */
export function ratesOf(
  rates: ReadonlyMap<string, readonly CurrencyRate[]>,
  currency: string | null,
): readonly CurrencyRate[] {
  if (currency === 'USD') return DOLLARS
  return currency === null ? [] : (rates.get(currency) ?? [])
}
