export { stablecoins } from './facts.ts'
export { ASSET_FACTS, type Assets, readAssets } from './read/assets.ts'
export { stablecoinSymbolsState } from './read/coins.ts'
export {
  type BookSource,
  type DailyBook,
  followBook,
  KEY_SEPARATOR,
  loadBook,
} from './read/daily-book.ts'
export { listLines } from './read/lines.ts'
export { listPresentPlaces } from './read/places.ts'
