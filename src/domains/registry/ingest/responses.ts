import { sql } from '../../../lib/sql.ts'
import { record } from '../../../records/record.ts'
import { type Members, readText } from '../../../sources/mirror/read-value.ts'
import type { CarriedFact, ResponseContext } from '../../../sources/mirror/response.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { chains } from '../chains.ts'
import { protocols } from '../facts.ts'
import { protocolFields } from '../protocol-record.ts'
import { Registry } from '../registry.ts'

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

/** Coins of chains, and of protocols their own tokens, by address and at the aggregator. */
export async function listProtocolCoins(snapshot: Snapshot): Promise<string[]> {
  const rows = await snapshot.query<{ coin: string }>(
    sql`SELECT DISTINCT arrayJoin(arrayFilter(one -> one != '', [ifNull(tokenCoin, ''), if(ifNull(aggregatorId, '') = '', '', concat('aggregator:', ifNull(aggregatorId, '')))])) AS coin
     FROM ${snapshot.current(protocols)}`,
  )
  const ofChains = chains
    .list()
    .flatMap(({ aggregatorId }) => (aggregatorId === null ? [] : [`aggregator:${aggregatorId}`]))
  return [...ofChains, ...rows.map(({ coin }) => coin).filter((coin) => coin.includes(':'))]
}

/** Ids of protocols that a response only names; `known` is by default what the call carries. */
export function protocolIds({ call, problem }: ResponseContext, known: unknown = call.known) {
  const registry = known instanceof Registry ? known : new Registry([])
  const missing = new Set<string>()
  return {
    /** The id of a protocol by name, slug or number; undefined where nobody here has it. */
    find: (text: string) => {
      const found = registry.find(text)
      if (found === undefined) missing.add(text)
      return found?.id
    },
    /** Says once how many were not found. */
    report: () => {
      const [first] = missing
      if (first !== undefined)
        problem(
          `names ${missing.size} protocols that are not known here, such as ${JSON.stringify(first)}. Mirror tvl first`,
        )
    },
  }
}
