export { demoPriceSql } from './demo-price.ts'
export { prices, supplies } from './facts.ts'
export { PriceTable } from './price-table.ts'
export { priceTableState, supplyState } from './read.ts'
