import { choice } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'

/** What the service counts as secured: value locked, one section of it, or all. */
export const COUNTED = ['tvl', 'all', 'borrowed', 'staking', 'pool2', 'vesting'] as const
export const COUNTED_NAMES = { tvl: 'value locked', all: 'all sections', pool2: 'pool 2' }

export const secureKeys = {
  ...seriesKeys,
  by: choice(['oracle', 'chain', 'total'], 'oracle'),
  key: choice(COUNTED, 'tvl'),
}
