import type { Body } from '../../api/answers.ts'
import { choice } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'

export type Hack = Body<'listHacks'>[number]

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
