import { choice, names, tableKeys } from '../../lib/view-state.ts'
import type { ViewOf } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'

const TIMEFRAMES = ['1D', '7D', '1M', '3M', '6M', 'YTD', '1Y', '5Y', 'MAX'] as const

export const STATEMENT_NAMES = {
  incomeStatement: 'income',
  balanceSheet: 'balance sheet',
  cashflow: 'cash flow',
}

/** Keys of the URL of a company. */
export const companyKeys = {
  ...seriesKeys,
  timeframe: choice(TIMEFRAMES, '1Y', { label: 'Range' }),
  price: choice(['candles', 'line'], 'candles', { label: 'Drawn as' }),
  statement: choice(['incomeStatement', 'balanceSheet', 'cashflow'], 'incomeStatement'),
  period: choice(['quarterly', 'annual'], 'quarterly', { label: 'Period' }),
  /** Share counts in today's shares, or as they were filed before splits. */
  shares: choice(['today', 'filed'], 'today', {
    label: 'Shares',
    names: { today: "in today's shares", filed: 'as filed' },
  }),
  /** Lines of a statement that are opened. */
  open: names(),
  form: names(),
  ...tableKeys('-date'),
}

export type CompanyView = ViewOf<typeof companyKeys>

export interface CompanyProps {
  readonly query: { readonly ticker: string; readonly country: string }
  readonly view: CompanyView
}

/** Figures of a company are in the currency of its listing, which only is known to be $ in the US. */
export function signOf(country: string): string {
  return country.toUpperCase() === 'US' ? '$' : ''
}
