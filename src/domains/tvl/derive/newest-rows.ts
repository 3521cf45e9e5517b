import type { Protocol, Registry } from '../../registry/public.ts'
import type { RecordRow } from './record-values.ts'

/** The protocols whose figures make up a protocol's: itself, or a parent's children that are not left out (semantics 2.3). */
export function familyOf(protocol: Protocol, registry: Registry): Protocol[] {
  if (!protocol.isParent) return [protocol]
  return registry.childrenOf(protocol).filter((child) => !child.excludedFromParent)
}

/** Rows of the newest record, of a parent those of all its children. */
export function newestFamilyRows(family: readonly Protocol[], recent: ReadonlyMap<string, { rows: readonly RecordRow[] }>): RecordRow[] {
  return family.flatMap((member) => recent.get(member.id)?.rows ?? [])
}
