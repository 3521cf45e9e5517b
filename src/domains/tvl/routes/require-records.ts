import { notFound } from '../../../lib/errors.ts'
import type { Protocol } from '../../registry/public.ts'

/** A protocol that is known but was never measured has no TVL: that is a 404, not a 0. */
export function requireRecords<T>(protocol: Protocol, records: readonly T[]): readonly T[] {
  if (records.length === 0) throw notFound(`${protocol.name} has no TVL record.`)
  return records
}
