import { record } from '../../../records/record.ts'
import { type Members, readText } from '../../../sources/mirror/read-value.ts'
import type { CarriedFact } from '../../../sources/mirror/response.ts'
import { protocols } from '../facts.ts'
import { protocolFields } from '../protocol-record.ts'

const { slug: _, ...columns } = protocolFields
const read = record(columns).row

/** A protocol as lists and details describe it; what they do not say is left open. */
export function readProtocolRow(item: Members, member: string) {
  const { id, serviceId, audits, methodology } = item
  const row = read(
    {
      ...item,
      id: id ?? serviceId,
      // Some services list the audits themselves here.
      audits: Array.isArray(audits) ? audits.length : audits,
      // Overviews have a list of methods by kind of figure instead.
      methodology: typeof methodology === 'string' ? methodology : null,
    },
    member,
  )
  return {
    ...row,
    symbol: withoutDash(row.symbol),
    tokenCoin: coinOfAddress(row.tokenCoin),
    module: readText(item.module, `${member}.module`),
    excludedFromParent: false,
  }
}

/** Protocols that only lists of figures name: described as far as those do, where nothing better is. */
export const namedProtocols: CarriedFact = {
  fact: protocols,
  refill: 'whole',
  note: 'Protocols without TVL: as far as lists of figures describe them.',
  onlyNew: true,
}

/** Some services write - for a protocol without a token. */
function withoutDash(symbol: string | null): string | null {
  return symbol === '-' ? null : symbol
}

/** An address without its chain is one on Ethereum, as older lists have it. */
export function coinOfAddress(address: string | null): string | null {
  if (address === null || address === '-') return null
  return /^0x[0-9a-fA-F]{40}$/.test(address) ? `ethereum:${address}` : address
}
