import { Gateway, type GatewaySetting } from '../../../src/sources/adapters/gateway.ts'
import type { HostJob, HostResult } from '../../../src/sources/adapters/messages.ts'
import { runHost } from '../../../src/sources/adapters/run-host.ts'
import { PATIENCE } from '../patience.ts'
import type { Checkout } from './checkout.ts'

export const AT_SEC = 1_700_000_000

export interface HostRun extends Partial<GatewaySetting> {
  job?: Partial<HostJob>
  memoryMb?: number
  timeSec?: number
  chains?: readonly string[]
  stopping?: AbortSignal
  onRoot?: () => void
}

/**
 * Runs a file of a checkout in its own process, by default as a TVL module of a chain that has no
 * node.
 */
export function hostFile(checkout: Checkout, file: string, run: HostRun = {}): Promise<HostResult> {
  const {
    job,
    memoryMb = 256,
    timeSec = 10 * PATIENCE,
    chains = [],
    stopping,
    onRoot,
    ...setting
  } = run
  const gateway = new Gateway({
    reader: async () => undefined,
    fetch,
    lookUps: { prices: async () => new Map(), block: async () => undefined },
    atSec: AT_SEC,
    isChain: (name) => name === 'ethereum',
    allowedHosts: [],
    ...setting,
  })
  const asked: HostJob = {
    file: checkout.path(file),
    checkout: checkout.root,
    name: null,
    sdk: null,
    kind: 'tvl',
    chains: [{ chain: 'ethereum', block: 100, fromBlock: 90 }],
    atSec: AT_SEC,
    fromSec: AT_SEC - 86_400,
    ...job,
  }
  return runHost({
    job: asked,
    gateway,
    limits: { memoryMb, timeSec },
    nodes: new Set(chains),
    node: process.execPath,
    stopping,
    ...(onRoot && { onRoot }),
  })
}
