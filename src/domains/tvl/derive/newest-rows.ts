import type { Protocol } from '../../registry/public.ts'
import type { RecordRow } from './record-values.ts'

/** Rows of the newest record, of a parent those of all its children. */
export function newestFamilyRows(
  family: readonly Protocol[],
  recent: ReadonlyMap<string, { rows: readonly RecordRow[] }>,
): RecordRow[] {
  return family.flatMap((member) => recent.get(member.id)?.rows ?? [])
}
