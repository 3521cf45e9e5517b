import { emptyRecord } from '../../../lib/records.ts'
import { PLAIN, type RecordRow } from '../../tvl/public.ts'
import type { Member } from './members.ts'
import { oracleShares } from './oracle-shares.ts'

type Values = readonly SecuredValue[]

/** What oracles secure now by protocol and chain (attribution.md#categories-forks-oracles). */
export function securedLists(
  values: Values,
  nameOf: { protocol(id: string): string; chain(key: string): string },
) {
  const lists = {
    oracles: emptyRecord<string[]>(),
    chainsByOracle: emptyRecord<string[]>(),
    oraclesTVS: emptyRecord<Record<string, Record<string, number>>>(),
  }
  const byChain = (own: Values) => Map.groupBy(own, ({ chain }) => nameOf.chain(chain))
  const byOracle = Map.groupBy(values, ({ oracle }) => oracle)
  for (const [oracle, own] of [...byOracle].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const byProtocol = Map.groupBy(own, ({ protocol }) => nameOf.protocol(protocol))
    const protocols = largestFirst(byProtocol)
    lists.oracles[oracle] = protocols.map(([name]) => name)
    lists.chainsByOracle[oracle] = largestFirst(byChain(own)).map(([name]) => name)
    lists.oraclesTVS[oracle] = Object.fromEntries(
      protocols.map(([name]) => {
        const chains = [...byChain(byProtocol.get(name) ?? [])]
        return [name, Object.fromEntries(chains.map(([chain, parts]) => [chain, sum(parts)]))]
      }),
    )
  }
  return lists
}

function sum(values: Values): number {
  return values.reduce((total, { usd }) => total + usd, 0)
}

function largestFirst(groups: ReadonlyMap<string, Values>): [name: string, usd: number][] {
  return [...groups]
    .map(([name, values]): [string, number] => [name, sum(values)])
    .sort(([a, usdOfA], [b, usdOfB]) => usdOfB - usdOfA || (a < b ? -1 : 1))
}

/** What an oracle secures of one protocol on one chain, without sections. */
export interface SecuredValue {
  oracle: string
  protocol: string
  chain: string
  usd: number
}

/** What oracles secure of a record by chain (attribution.md#categories-forks-oracles). */
export function securedValues(
  member: Member,
  rows: readonly RecordRow[],
  atSec: number,
): SecuredValue[] {
  return rows
    .filter(({ section }) => section === PLAIN)
    .flatMap(({ chain, usd }) =>
      oracleShares(member.oracleLinks, chain)
        .filter(({ fromSec, untilSec }) => fromSec <= atSec && atSec < untilSec)
        .map(({ oracle, share }) => ({ oracle, protocol: member.id, chain, usd: usd * share })),
    )
}
