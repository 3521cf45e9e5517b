export { makeQuote, type Quote } from './derive/prices/quote.ts'
export { type Bar, type Split, splitAdjusted, splitFactor } from './derive/prices/split-adjusted.ts'
export { equityBars, equityListings } from './facts.ts'
export { readDailyBars } from './read/bars.ts'
export { type Closes, closesFrom, intradayState, readCloses } from './read/closes.ts'
export {
  type Companies,
  type Company,
  companiesState,
  LISTING_KEY,
  listingKey,
} from './read/companies.ts'
export { type CurrencyRate, ratesState, splitsState } from './read/company-actions.ts'
export { companyRows } from './rows-behind.ts'
