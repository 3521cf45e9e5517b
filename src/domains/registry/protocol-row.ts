import { protocols } from './facts.ts'
import type { ProtocolRow } from './registry.ts'

/** A protocol of which nothing is known but what is given. */
export function protocolRow(
  given: Partial<ProtocolRow> & { id: string; name: string },
): ProtocolRow {
  const nothing = Object.entries(protocols.values).map(([name, { nullable, kind }]) => [
    name,
    nullable ? null : kind === 'texts' ? [] : false,
  ])
  return { ...(Object.fromEntries(nothing) as Omit<ProtocolRow, 'id' | 'name'>), ...given }
}
