import type { ReaderKind } from '../model/reader-kind.ts'
import { chainActivity } from './activity/activity.ts'
import { chainBlocks } from './activity/chain-blocks.ts'
import { stakingDerivative } from './balances/staking-derivative.ts'
import { tokenBalances } from './balances/token-balances.ts'
import { vaultShares } from './balances/vault-shares.ts'
import { concentratedLiquidity } from './exchanges/concentrated-liquidity.ts'
import { constantProduct } from './exchanges/constant-product.ts'
import { oracleFeeds } from './prices/oracle-feeds.ts'
import { poolPrices } from './prices/pool-prices.ts'
import { sharePrices } from './prices/share-prices.ts'

/** The kinds that several domains read from; those of one domain are in its manifest. */
export const readerKinds: readonly ReaderKind[] = [
  tokenBalances,
  constantProduct,
  concentratedLiquidity,

  vaultShares,
  stakingDerivative,
  oracleFeeds,
  poolPrices,
  sharePrices,

  chainActivity,
  chainBlocks,
]
