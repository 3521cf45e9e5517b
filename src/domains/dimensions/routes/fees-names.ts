import Type from 'typebox'
import type { RequestContext } from '../../../http/route.ts'
import { nullable } from '../../../http/schemas.ts'
import { whole } from './figures.ts'
import { totalsById } from './other-types.ts'
import type { Extras } from './overview.ts'

const usd = (description: string) => nullable(Type.Number({ description }))

/** The names of the pro sample of fees: fees and revenue, whichever was asked for (semantics 0). */
export const feesBody = { totalFees24h: usd('Fees of D'), totalRevenue24h: usd('Revenue of D') }
export const feesRow = { fees24h: usd('Fees of D'), revenue24h: usd('Revenue of D') }
export const exampleFeesBody = { totalFees24h: 42_000_000, totalRevenue24h: 12_000_000 }
export const exampleFeesRow = { fees24h: 42_000_000, revenue24h: 12_000_000 }

export function feesExtras(context: RequestContext, chain?: string) {
  return async (): Promise<Extras> => {
    const fees = await totalsById(context, { metric: 'fees', dataType: 'dailyFees', chain })
    const revenue = await totalsById(context, { metric: 'fees', dataType: 'dailyRevenue', chain })
    return {
      body: {
        totalFees24h: whole(fees.sum.total24h),
        totalRevenue24h: whole(revenue.sum.total24h),
      },
      row: ({ member: { subject } }) => ({
        fees24h: whole(fees.byId.get(subject.id)?.total24h ?? null),
        revenue24h: whole(revenue.byId.get(subject.id)?.total24h ?? null),
      }),
    }
  }
}
