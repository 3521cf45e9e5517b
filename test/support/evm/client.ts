import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { ChainClient, ChainDependencies } from '../../../src/sources/chain/chain.ts'
import { createChainClient } from '../../../src/sources/chain/create-chain-client.ts'

/** The real world, with a silent log. */
export const CHAIN_DEPENDENCIES: ChainDependencies = {
  fetch,
  clock: { nowMs: () => Date.now() },
  sleep,
  random: () => 0.5,
  log: pino({ level: 'silent' }),
}

export interface ClientOptions {
  chainId?: number
  confirmations?: number
  quorum?: number
  dependencies?: Partial<ChainDependencies>
}

/** A client of nodes that tests started: all its blocks are safe unless it is told otherwise. */
export function clientOf(urls: readonly string[], options: ClientOptions = {}): ChainClient {
  const { chainId = 31_337, confirmations = 0, quorum, dependencies } = options
  const settings = { chain: 'local', chainId, endpoints: urls, confirmations, quorum }
  return createChainClient(settings, { ...CHAIN_DEPENDENCIES, ...dependencies })
}
