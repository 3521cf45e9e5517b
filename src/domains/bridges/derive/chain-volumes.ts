import { volumeUsd } from './flow.ts'
import type { WindowFlows } from './window-flows.ts'

export interface ChainVolume {
  readonly chain: string
  readonly volumeUsd: number
}

/**
 * The volume of the last 24 hours by chain, largest first. Halves like every other volume, so that
 * the chains of a bridge add up to the bridge (decision 89).
 */
export function chainVolumes(byChain: ReadonlyMap<string, WindowFlows>): ChainVolume[] {
  return [...byChain]
    .map(([chain, flows]) => ({ chain, volumeUsd: volumeUsd(flows.last24h) }))
    .sort((a, b) => b.volumeUsd - a.volumeUsd || (a.chain < b.chain ? -1 : 1))
}
