import type { Body } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import { choice, type StateOf } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'

export type Fund = Body<'getEtfOverview'>[number]

export const etfKeys = {
  ...seriesKeys,
  /** The service has answers of its own for funds of one asset. */
  funds: choice(['all', 'ethereum'], 'all'),
  flows: choice(['day', 'cumulative'], 'day'),
}

export type Funds = StateOf<typeof etfKeys>['funds']

/** What funds managed and took in, day by day. */
export function historyRequest(funds: Funds, start: number | undefined) {
  return request(funds === 'all' ? 'getEtfHistory' : 'getEthEtfHistory', { start })
}

/** Price over net asset value, in percent. */
export function premiumPercent({ price, nav }: Pick<Fund, 'price' | 'nav'>): number | null {
  return price === null || !nav ? null : (price / nav - 1) * 100
}
