export { prices, supplies } from './facts.ts'
export { loadPriceBook } from './ingest/load-price-book.ts'
export type { PriceTable } from './price-table.ts'
export { findBlock, priceTableState, supplyState } from './read.ts'
