import { derivedState } from '../../cache/state.ts'
import { NameIndex } from '../../derive/name-index.ts'
import { nameIndex, type Searchable } from '../../http/searchable.ts'
import { chains, familyOf, registryState } from '../registry/public.ts'
import { chainTotals } from './derive/chain-totals.ts'
import { newestFamilyRows, recordValues } from './derive/record-values.ts'
import { recentTvlState } from './read/recent.ts'

const protocolSearch: Searchable = {
  kind: 'protocol',
  index: nameIndex('tvl.protocolNames', registryState, (registry) =>
    registry.list().map(({ id, name, symbol, previousNames }) => ({
      id,
      texts: [name, symbol, ...previousNames],
    })),
  ),
  readHits: async ({ states, snapshot }) => {
    const registry = await states.get(registryState, snapshot)
    const recent = await states.get(recentTvlState, snapshot)
    return (id) => {
      const protocol = registry.byId(id)
      if (protocol === undefined) return undefined
      const rows = newestFamilyRows(familyOf(protocol, registry), recent)
      return {
        name: protocol.name,
        symbol: protocol.symbol,
        root: 'free',
        path: `/protocol/${encodeURIComponent(protocol.slug)}`,
        sizeUsd: rows.length === 0 ? null : recordValues(rows, (key) => key).tvl,
      }
    }
  },
}

const chainSearch: Searchable = {
  kind: 'chain',
  index: derivedState({
    name: 'tvl.chainNames',
    from: [],
    make: () =>
      NameIndex.of(
        chains.list().map(({ key, name, gasToken, aliases }) => ({
          id: key,
          texts: [name, key, gasToken, ...aliases],
        })),
      ),
  }),
  readHits: async ({ states, snapshot }) => {
    const registry = await states.get(registryState, snapshot)
    const totals = new Map(chainTotals(registry, await states.get(recentTvlState, snapshot)))
    return (key) => ({
      name: chains.nameOf(key),
      symbol: chains.byKey(key)?.gasToken ?? null,
      root: 'free',
      path: `/v2/historicalChainTvl/${encodeURIComponent(chains.nameOf(key))}`,
      sizeUsd: totals.get(key) ?? null,
    })
  },
}

export const tvlSearch = [protocolSearch, chainSearch]
