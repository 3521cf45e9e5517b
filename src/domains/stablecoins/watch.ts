import type { Watch } from '../../live/model/watch.ts'
import { stablecoinBridged, stablecoinSupply } from './facts.ts'

/** Minted and bridged give what circulates, so both are held together; minting may pause. */
const supply = {
  series: ['asset'],
  nature: 'level',
  unit: 'tokens',
  heldWith: 'stablecoin',
  mayRepeat: true,
} as const

export const stablecoinsWatch: readonly Watch[] = [
  { ...supply, fact: stablecoinSupply, value: 'minted', parts: ['chain'], owner: 'asset' },
  { ...supply, fact: stablecoinBridged, value: 'amount', parts: ['chain', 'sourceChain'] },
]
