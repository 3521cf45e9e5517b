import { choice } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'

export interface Fund {
  readonly ticker: string
  readonly etf_name: string
  readonly issuer: string
  readonly custodian: string | null
  readonly asset: string
  readonly pct_fee: number | null
  readonly url: string | null
  readonly price: number | null
  readonly nav: number | null
  readonly aum: number | null
  readonly flows: number | null
  readonly flows_source: string | null
  readonly volume: number | null
  readonly timestamp_as_of: number | null
}

export const etfKeys = {
  ...seriesKeys,
  /** The service has answers of its own for funds of one asset. */
  funds: choice(['all', 'ethereum'], 'all'),
  flows: choice(['day', 'cumulative'], 'day'),
}

/** Price over net asset value, in percent. */
export function premiumPercent({ price, nav }: Pick<Fund, 'price' | 'nav'>): number | null {
  return price === null || !nav ? null : (price / nav - 1) * 100
}
