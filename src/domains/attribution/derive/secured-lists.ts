import type { SecuredValue } from './secured-values.ts'

export interface SecuredLists {
  /** Names of the protocols each oracle secures, largest first. */
  oracles: Record<string, string[]>
  /** Names of the chains on which it does, largest first. */
  chainsByOracle: Record<string, string[]>
  /** What it secures of each protocol on each chain. */
  oraclesTVS: Record<string, Record<string, Record<string, number>>>
}

type Amounts = Map<string, Map<string, number>>

/** What each oracle secures now, by protocol and by chain (semantics 8.4). */
export function securedLists(
  values: readonly SecuredValue[],
  nameOf: { protocol(id: string): string; chain(key: string): string },
): SecuredLists {
  const byOracle = new Map<string, { protocols: Amounts; chains: Map<string, number> }>()
  for (const { oracle, protocol, chain, usd } of values) {
    const entry = byOracle.get(oracle) ?? { protocols: new Map(), chains: new Map() }
    byOracle.set(oracle, entry)
    const [protocolName, chainName] = [nameOf.protocol(protocol), nameOf.chain(chain)]
    const ofProtocol = entry.protocols.get(protocolName) ?? new Map<string, number>()
    entry.protocols.set(protocolName, ofProtocol)
    ofProtocol.set(chainName, (ofProtocol.get(chainName) ?? 0) + usd)
    entry.chains.set(chainName, (entry.chains.get(chainName) ?? 0) + usd)
  }
  const ordered = [...byOracle]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([oracle, { protocols, chains }]) => ({ oracle, protocols, chains }))
  const sizes = (protocols: Amounts) =>
    new Map([...protocols].map(([name, chains]) => [name, sum(chains)]))
  return {
    oracles: Object.fromEntries(
      ordered.map(({ oracle, protocols }) => [oracle, largestFirst(sizes(protocols))]),
    ),
    chainsByOracle: Object.fromEntries(
      ordered.map(({ oracle, chains }) => [oracle, largestFirst(chains)]),
    ),
    oraclesTVS: Object.fromEntries(
      ordered.map(({ oracle, protocols }) => [
        oracle,
        Object.fromEntries(
          largestFirst(sizes(protocols)).map((name) => [
            name,
            Object.fromEntries(protocols.get(name) ?? []),
          ]),
        ),
      ]),
    ),
  }
}

function sum(amounts: ReadonlyMap<string, number>): number {
  return [...amounts.values()].reduce((total, usd) => total + usd, 0)
}

function largestFirst(amounts: ReadonlyMap<string, number>): string[] {
  return [...amounts]
    .sort(([a, usdOfA], [b, usdOfB]) => usdOfB - usdOfA || (a < b ? -1 : 1))
    .map(([name]) => name)
}
