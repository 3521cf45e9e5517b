import { choice } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'

export interface Hack {
  readonly date: number
  readonly name: string
  readonly classification: string | null
  readonly technique: string | null
  readonly amount: number | null
  readonly chain: readonly string[] | null
  readonly bridgeHack: boolean
  readonly targetType: string | null
  readonly source: string | null
  readonly returnedFunds: number | null
}

export const HACK_GROUPS = {
  technique: ({ technique }: Hack) => [technique],
  class: ({ classification }: Hack) => [classification],
  target: ({ targetType }: Hack) => [targetType],
  chain: ({ chain }: Hack) => chain ?? [],
} as const

export const hackKeys = {
  ...seriesKeys,
  by: choice(['technique', 'class', 'target', 'chain'], 'technique'),
}
