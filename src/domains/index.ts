import { account } from './account/index.ts'
import { attribution } from './attribution/index.ts'
import { bridges } from './bridges/index.ts'
import { coins } from './coins/index.ts'
import { dat } from './dat/index.ts'
import { dimensions } from './dimensions/index.ts'
import type { Domain } from './domain.ts'
import { equities } from './equities/index.ts'
import { etfs } from './etfs/index.ts'
import { financials } from './financials/index.ts'
import { hacks } from './hacks/index.ts'
import { liquidity } from './liquidity/index.ts'
import { narratives } from './narratives/index.ts'
import { preIpo } from './pre-ipo/index.ts'
import { raises } from './raises/index.ts'
import { registry } from './registry/index.ts'
import { rwa } from './rwa/index.ts'
import { stablecoins } from './stablecoins/index.ts'
import { treasuries } from './treasuries/index.ts'
import { tvl } from './tvl/index.ts'
import { unlocks } from './unlocks/index.ts'
import { users } from './users/index.ts'
import { yields } from './yields/index.ts'

/** Everything the service knows, in the order in which one domain may build on another. */
export const domains: readonly Domain[] = [
  registry,
  coins,
  raises,
  hacks,
  dimensions,
  tvl,
  attribution,
  stablecoins,
  yields,
  users,
  unlocks,
  treasuries,
  liquidity,
  bridges,
  etfs,
  narratives,
  rwa,
  equities,
  preIpo,
  dat,
  financials,
  account,
]

/** Which domain may read which, through its `public.ts` only. */
export const MAY_READ: Readonly<Record<string, readonly string[]>> = {
  registry: [],
  coins: ['registry'],
  raises: ['registry'],
  hacks: ['registry'],
  dimensions: ['registry'],
  tvl: ['registry', 'coins', 'raises', 'dimensions'],
  attribution: ['registry', 'tvl'],
  stablecoins: ['registry', 'coins'],
  yields: ['registry', 'coins', 'stablecoins'],
  users: ['registry', 'dimensions'],
  unlocks: ['registry', 'coins'],
  treasuries: ['registry', 'coins', 'tvl'],
  liquidity: ['registry', 'coins', 'tvl'],
  bridges: ['registry', 'coins'],
  etfs: ['coins'],
  narratives: ['coins'],
  rwa: ['registry', 'coins', 'stablecoins'],
  equities: [],
  'pre-ipo': [],
  dat: ['registry', 'coins', 'equities'],
  financials: ['registry', 'dimensions', 'unlocks'],
  account: [],
}
