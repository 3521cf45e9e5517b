import type { Protocol, Registry } from '../../registry/public.ts'

/** An incident as it was recorded. */
export interface HackRow {
  dateSec: number
  name: string
  classification: string | null
  technique: string | null
  amountUsd: number | null
  returnedUsd: number | null
  chains: readonly string[]
  bridgeHack: boolean
  targetType: string | null
  link: string | null
  protocol: string | null
  language: string | null
}

/**
 * An incident under the names that clients read (semantics 8.6). A protocol that the registry knows
 * gives its present name, so that a renamed one is not listed under two.
 */
export function hackItem(
  hack: HackRow,
  registry: Pick<Registry, 'byId' | 'parentOf'>,
  chainName: (key: string) => string,
) {
  const protocol = hack.protocol === null ? undefined : registry.byId(hack.protocol)
  return {
    date: hack.dateSec,
    name: protocol?.name ?? hack.name,
    classification: hack.classification,
    technique: hack.technique,
    amount: hack.amountUsd,
    chain: hack.chains.map(chainName),
    bridgeHack: hack.bridgeHack,
    targetType: hack.targetType,
    source: hack.link,
    returnedFunds: hack.returnedUsd,
    serviceId: hack.protocol === null ? null : serviceId(hack.protocol),
    parentProtocolId: protocol === undefined ? null : parentIdOf(protocol, registry),
    language: hack.language,
  }
}

/** Clients read the number of a protocol as a number; other ids are texts. */
function serviceId(id: string): number | string {
  const number = Number(id)
  return String(number) === id && Number.isSafeInteger(number) ? number : id
}

function parentIdOf(protocol: Protocol, registry: Pick<Registry, 'parentOf'>): string | null {
  return protocol.isParent ? protocol.id : (registry.parentOf(protocol)?.id ?? null)
}
