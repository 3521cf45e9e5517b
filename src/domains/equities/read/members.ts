import type { RequestContext } from '../../../http/route.ts'
import { UNKNOWN } from '../derive/market/label-slug.ts'
import type { Member } from '../derive/market/metric-block.ts'
import { marketState } from './market.ts'

/**
 * The companies that sectors are made of: listed in the United States, each once, with a market cap
 * in dollars (decision 125).
 */
export async function listMembers({ states, snapshot, nowSec }: RequestContext): Promise<Member[]> {
  const market = await states.get(marketState, snapshot)
  return market.flatMap(({ company, figures, quote, isMain }): Member[] => {
    const { marketCap } = figures
    const isListed =
      company.country === 'US' &&
      company.currency === 'USD' &&
      (company.delistedSec === null || company.delistedSec > nowSec)
    if (!isMain || !isListed || quote === null || marketCap === null || marketCap <= 0) return []
    const { ticker, name, employees } = company
    return [
      {
        ticker,
        name,
        sector: company.sector ?? UNKNOWN,
        industry: company.industry ?? UNKNOWN,
        employees,
        marketCap,
        figures,
        quote,
      },
    ]
  })
}
