export { prices, supplies } from './facts.ts'
export { loadPriceBook } from './ingest/load-price-book.ts'
export { findBlock, priceTableState, readTokenNames, supplyState } from './read.ts'
