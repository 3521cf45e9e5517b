import type { RowsBehind } from '../../http/provenance.ts'
import { metricRows } from '../dimensions/public.ts'
import { protocolRows } from '../registry/public.ts'
import { TYPES } from './routes/get-user-data.ts'

export const userRowsBehind: RowsBehind = async ({ values: { protocolId, type } }) => {
  if (typeof protocolId !== 'string') return {}
  const dataType = TYPES[String(type)] ?? ''
  return {
    ...protocolRows([{ id: protocolId }]),
    ...metricRows('active-users', { protocol: [protocolId], dataType: [dataType] }),
  }
}
