import { account } from './account/index.ts'
import { coins } from './coins/index.ts'
import type { Domain } from './domain.ts'
import { registry } from './registry/index.ts'
import { tvl } from './tvl/index.ts'

/** Everything the service knows, in the order in which one domain may build on another. */
export const domains: readonly Domain[] = [registry, coins, tvl, account]

/** Which domain may read which, through its `public.ts` only. */
export const MAY_READ: Readonly<Record<string, readonly string[]>> = {
  registry: [],
  coins: ['registry'],
  tvl: ['registry', 'coins'],
  account: [],
}
