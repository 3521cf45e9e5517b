import type { ReaderKind } from '../live/reader-kind.ts'
import { concentratedLiquidity } from './concentrated-liquidity.ts'
import { constantProduct } from './constant-product.ts'
import { lending } from './lending.ts'
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
]
