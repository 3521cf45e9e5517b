import { choice } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'

export const FIGURES = ['onChainMcap', 'activeMcap', 'defiActiveTvl'] as const
export const FIGURE_NAMES = {
  onChainMcap: 'on-chain',
  activeMcap: 'active',
  defiActiveTvl: 'in DeFi',
}
export const GROUPS = ['chain', 'category', 'platform', 'group'] as const
export const ALSO = ['none', 'stablecoins', 'governance', 'both'] as const
export const ALSO_NAMES = {
  none: 'assets alone',
  stablecoins: '+ stablecoins',
  governance: '+ governance',
  both: '+ both',
}

/** Keys of pages of real-world assets. */
export const rwaKeys = {
  ...seriesKeys,
  figure: choice(FIGURES, 'onChainMcap'),
  by: choice(GROUPS, 'chain'),
  also: choice(ALSO, 'none'),
}

export type Also = (typeof ALSO)[number]

export function hasStablecoins(also: Also): boolean {
  return also === 'stablecoins' || also === 'both'
}

export function hasGovernance(also: Also): boolean {
  return also === 'governance' || also === 'both'
}

/** What a chart is asked for, so that it counts what the table shows. */
export function includeQuery(also: Also) {
  return {
    includeStablecoin: hasStablecoins(also) ? true : undefined,
    includeGovernance: hasGovernance(also) ? true : undefined,
  }
}
