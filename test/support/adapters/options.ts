import type { AdapterOptions } from '../../../src/sources/adapters/adapter-options.ts'
import { DEFAULT_LIMITS } from '../../../src/sources/adapters/host-limits.ts'

/** What an adapter is given in tests: no nodes, no prices, no hosts, unless a test adds them. */
export function adapterOptions(more: Partial<AdapterOptions> = {}): AdapterOptions {
  return {
    protocol: '77',
    name: null,
    chains: [],
    kind: null,
    sdk: null,
    limits: DEFAULT_LIMITS,
    privateFolders: [],
    cache: null,
    allowedHosts: [],
    nodes: new Set(),
    isChain: (name) => ['ethereum', 'bsc', 'aptos'].includes(name),
    natives: new Map(),
    lookUps: { prices: async () => new Map(), block: async () => undefined },
    findFigure: (key) =>
      key === 'dailyVolume' ? { metric: 'dexs', dataType: key, unit: 'usd' } : undefined,
    readEmission: () => {
      throw new Error('no unlock module is read here')
    },
    fetch,
    node: process.execPath,
    ...more,
  }
}
