export type { DailySeries } from './derive/daily-series.ts'
export { stablecoins } from './facts.ts'
export {
  ASSET_FACTS,
  type Assets,
  assetSourcesState,
  assetsAt,
  findLine,
  listPresentPlaces,
} from './read/assets.ts'
export { coinOf, stablecoinSymbolsState } from './read/coins.ts'
export { type BookSource, KEY_SEPARATOR, loadBook } from './read/daily-book.ts'
export { dailyPrices } from './read/rates.ts'
export { assetRows } from './rows-behind.ts'
