export { demoBlockSec, demoBlockSql } from './demo-block.ts'
export { demoPriceSql, listDemoMarketCoins } from './demo-price.ts'
export { prices, supplies } from './facts.ts'
export { priceTableState, readTokenNames, supplyState } from './read.ts'
