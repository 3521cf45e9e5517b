import type { ReaderKind } from '../model/reader-kind.ts'
import { bridgeEvents } from './bridge-events.ts'
import { chainActivity } from './chain-activity.ts'
import { chainBlocks } from './chain-blocks.ts'
import { concentratedLiquidity } from './concentrated-liquidity.ts'
import { constantProduct } from './constant-product.ts'
import { lending } from './lending.ts'
import { oracleFeeds } from './oracle-feeds.ts'
import { poolPrices } from './pool-prices.ts'
import { sharePrices } from './share-prices.ts'
import { stablecoinSupply } from './stablecoin-supply.ts'
import { stakingDerivative } from './staking-derivative.ts'
import { tokenBalances } from './token-balances.ts'
import { vaultShares } from './vault-shares.ts'

/** Every kind that an instance can name; `custom` besides, which is a file of its own. */
export const readerKinds: readonly ReaderKind[] = [
  tokenBalances,
  constantProduct,
  concentratedLiquidity,
  lending,
  vaultShares,
  stakingDerivative,
  oracleFeeds,
  poolPrices,
  sharePrices,
  stablecoinSupply,
  bridgeEvents,
  chainActivity,
  chainBlocks,
]
