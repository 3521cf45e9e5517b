export { prices, supplies } from './facts.ts'
export {
  AGGREGATOR,
  AGGREGATOR_SETTINGS,
  aggregatorLimits,
  keyHeaders,
  listMarkets,
  MARKETS_PER_PAGE,
} from './ingest/aggregator.ts'
export { loadPriceBook } from './ingest/load-price-book.ts'
export { COINS_PER_CALL, CURRENT_PRICES } from './ingest/responses.ts'
export type { PriceTable } from './price-table.ts'
export { findBlock, priceTableState, supplyState } from './read.ts'
export { coinRows } from './rows-behind.ts'
