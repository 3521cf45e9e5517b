import { attributionDemo } from './attribution.ts'
import { bridgesDemo } from './bridges.ts'
import { coinsDemo } from './coins.ts'
import { datDemo } from './dat.ts'
import type { DemoPart } from './demo-world.ts'
import { dimensionsDemo } from './dimensions/index.ts'
import { equitiesDemo } from './equities/index.ts'
import { etfsDemo } from './etfs.ts'
import { hacksDemo } from './hacks.ts'
import { liquidityDemo } from './liquidity.ts'
import { narrativesDemo } from './narratives.ts'
import { preIpoDemo } from './pre-ipo.ts'
import { raisesDemo } from './raises.ts'
import { registryDemo } from './registry.ts'
import { rwaDemo } from './rwa/index.ts'
import { stablecoinsDemo } from './stablecoins/index.ts'
import { treasuriesDemo } from './treasuries.ts'
import { tvlDemo } from './tvl/index.ts'
import { unlocksDemo } from './unlocks.ts'
import { usersDemo } from './users.ts'
import { yieldsDemo } from './yields/index.ts'

/** All parts: the longest first, to keep connections busy; each after those that it reads. */
export const demoParts: readonly DemoPart[] = [
  bridgesDemo,
  tvlDemo,
  equitiesDemo,
  yieldsDemo,
  dimensionsDemo,
  rwaDemo,
  coinsDemo,
  stablecoinsDemo,
  treasuriesDemo,
  liquidityDemo,
  usersDemo,
  preIpoDemo,
  datDemo,
  etfsDemo,
  registryDemo,
  unlocksDemo,
  attributionDemo,
  narrativesDemo,
  raisesDemo,
  hacksDemo,
]
