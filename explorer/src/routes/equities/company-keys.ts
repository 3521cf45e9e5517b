import { choice, names, sorting } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'
import type { View } from '../../page/use-view.ts'

export const TIMEFRAMES = ['1D', '7D', '1M', '3M', '6M', 'YTD', '1Y', '5Y', 'MAX'] as const
export const STATEMENTS = ['incomeStatement', 'balanceSheet', 'cashflow'] as const
export const PERIODS = ['quarterly', 'annual'] as const

/** Keys of the address of a company. */
export const companyKeys = {
  ...seriesKeys,
  timeframe: choice(TIMEFRAMES, '1Y'),
  price: choice(['candles', 'line'], 'candles'),
  statement: choice(STATEMENTS, 'incomeStatement'),
  period: choice(PERIODS, 'quarterly'),
  /** Share counts in today's shares, or as they were filed before splits. */
  shares: choice(['today', 'filed'], 'today'),
  /** Lines of a statement that are opened. */
  open: names(),
  form: names(),
  cols: names(),
  sort: sorting('-date'),
}

export type CompanyView = Pick<View<typeof companyKeys>, 'state' | 'set'>

export interface CompanyProps {
  readonly query: { readonly ticker: string; readonly country: string }
  readonly view: CompanyView
}

/** Figures of a company are in the currency of its listing, which only is known to be $ in the US. */
export function signOf(country: string): string {
  return country.toUpperCase() === 'US' ? '$' : ''
}
