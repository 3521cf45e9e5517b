import type { RowFilters } from '../../http/provenance.ts'
import type { Protocol } from './registry.ts'

/** Descriptions and events of some protocols. */
export function protocolRows(protocols: readonly Pick<Protocol, 'id'>[]): RowFilters {
  const ids = idsOf(protocols)
  return {
    protocols: { columns: { id: ids } },
    protocol_hallmarks: { columns: { protocol: ids } },
  }
}

/** Ids of protocols, each once. */
export function idsOf(protocols: readonly Pick<Protocol, 'id'>[]): string[] {
  return [...new Set(protocols.map(({ id }) => id))]
}
