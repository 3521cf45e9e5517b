import type { Domain } from '../domain.ts'
import { liquidityDemo } from './demo.ts'
import { liquidity as poolSamples } from './facts.ts'
import { getHistory } from './routes/get-history.ts'

export const liquidity: Domain = {
  name: 'liquidity',
  facts: [poolSamples],
  routes: [getHistory],
  demo: liquidityDemo,
}
