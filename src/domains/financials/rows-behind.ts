import type { RowsBehind } from '../../http/provenance.ts'
import { metricRows, readFeeReport } from '../dimensions/public.ts'
import { protocolRows } from '../registry/public.ts'
import { incentiveRows } from '../unlocks/public.ts'

export const statementRowsBehind: RowsBehind = async ({ values: { protocol } }, context) => {
  const { ids } = await readFeeReport(context, String(protocol), ['dailyFees'])
  return {
    ...protocolRows(ids.map((id) => ({ id }))),
    ...metricRows('fees', { protocol: ids }),
    ...(await incentiveRows(ids, context)),
  }
}
