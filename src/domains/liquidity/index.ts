import type { Domain } from '../domain.ts'
import { liquidity as poolSamples } from './facts.ts'
import { liquidityMirror } from './ingest/responses.ts'
import { observeLiquidity, tokenLiquidity } from './ingest/token-liquidity.ts'
import { getHistory } from './routes/get-history.ts'
import { liquidityRowsBehind } from './rows-behind.ts'

export const liquidity: Domain = {
  name: 'liquidity',
  describe: 'Liquidity of tokens by day: depth of their pools, volume and price impact.',
  facts: [poolSamples],
  routes: [getHistory],
  mirrored: liquidityMirror,
  readers: [tokenLiquidity],
  observe: observeLiquidity,
  rowsBehind: liquidityRowsBehind,
}
