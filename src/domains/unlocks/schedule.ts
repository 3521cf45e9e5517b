import type { Period } from './derive/calendar-time.ts'

/** What tokens are set aside for (unlocks.md#one-emission). */
export const CATEGORIES = [
  'insiders',
  'publicSale',
  'privateSale',
  'airdrop',
  'farming',
  'noncirculating',
  'liquidity',
  'staking',
] as const
export type Category = (typeof CATEGORIES)[number]

/** A rule by which tokens become free; times in Unix seconds, amounts in whole tokens. */
export type Unlock =
  | { type: 'cliff'; atSec: number; amount: number }
  | { type: 'linear'; fromSec: number; toSec: number; amount: number }
  | { type: 'step'; fromSec: number; every: Period; steps: number; amountPerStep: number }
  | {
      type: 'decay'
      fromSec: number
      toSec: number
      every: Period
      decreasePct: number
      amount: number
    }

/** Tokens with one purpose. What is recorded on-chain has no written unlocks. */
export interface Section {
  label: string
  category: Category
  /** Paid out for using the protocol, and so a cost of running it (unlocks.md#incentives). */
  isIncentive: boolean
  /** Its tokens are destroyed rather than unlocked. */
  isBurn: boolean
  isRecorded: boolean
  /** All it will give in the end; `null` when no more than its records. */
  allocation: number | null
  unlocks: Unlock[]
}

/** When the tokens of a project become free: what a file of `data/unlocks` says, checked. */
export interface Schedule {
  name: string
  /** Coin id in its one spelling. */
  token: string
  aggregatorId: string | null
  protocolIds: string[]
  /** Key of the chain the token lives on; `null` when not known. */
  chain: string | null
  total: number | null
  sources: string[]
  notes: string[]
  /** Belongs to the demo world and is loaded only there. */
  isDemo: boolean
  sections: Section[]
}
