import type { RequestContext } from '../../../http/route.ts'
import { readFeeTotals } from '../../dimensions/public.ts'

interface FeeWindows {
  '24h': number | null
  '7d': number | null
}

/** Fees and revenue of a family of protocols, the same figures as in the overview of fees. */
export async function readFeeWindows(
  context: RequestContext,
  ids: ReadonlySet<string>,
): Promise<{ fees: FeeWindows; revenue: FeeWindows }> {
  return {
    fees: await readWindows(context, ids, 'dailyFees'),
    revenue: await readWindows(context, ids, 'dailyRevenue'),
  }
}

async function readWindows(
  context: RequestContext,
  ids: ReadonlySet<string>,
  dataType: string,
): Promise<FeeWindows> {
  const { total24h, total7d } = await readFeeTotals(context, dataType, [...ids])
  return { '24h': total24h, '7d': total7d }
}
