import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** What we need of an SDK; modules use the rest directly. */
export interface Sdk {
  readonly name: string | null
  createApi(at: ApiPlace): ModuleApi
  createBalances(at: Omit<ApiPlace, 'block'>): unknown
  /** Events of a chain, in the SDK's own way. */
  getLogs(query: Record<string, unknown>): Promise<unknown[]>
}

interface ApiPlace {
  chain: string
  block: number
  timestamp: number
}

export interface ModuleApi {
  getBalances(): unknown
  getLogs?(query: Record<string, unknown>): Promise<unknown[]>
}

interface InstalledSdk {
  ChainApi: new (at: ApiPlace) => ModuleApi
  Balances: new (at: Omit<ApiPlace, 'block'>) => unknown
  getEventLogs?: (query: object) => Promise<unknown[]>
  indexer?: unknown
}

/** The SDK installed in the checkout, recognised by its exports; else our own. */
export async function findSdk(file: string, checkout: string, wanted: string | null): Promise<Sdk> {
  const require = createRequire(file)
  for (const name of wanted === null ? listCandidates(dirname(file), checkout) : [wanted]) {
    const sdk = load(require, name)
    if (sdk === undefined && wanted !== null)
      throw new Error(
        `the package ${wanted} is not installed in ${checkout} or exports no ChainApi`,
      )
    if (sdk !== undefined) return ofPackage(name, sdk)
  }
  return ofPackage(null, await loadOwnSdk())
}

/** Dependencies named `sdk` or `…-sdk`, from the module's folder up to the checkout. */
function listCandidates(folder: string, checkout: string): string[] {
  const names = listDependencies(folder)
  const found = [
    ...names.filter((name) => /(^|\/)sdk$/.test(name)),
    ...names.filter((name) => /-sdk$/.test(name)),
  ]
  return folder === checkout || dirname(folder) === folder
    ? found
    : [...found, ...listCandidates(dirname(folder), checkout)]
}

function listDependencies(folder: string): string[] {
  try {
    const file = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >
    return Object.keys({ ...file.dependencies, ...file.devDependencies })
  } catch {
    return []
  }
}

function load(require: NodeJS.Require, name: string): InstalledSdk | undefined {
  let path: string
  try {
    path = require.resolve(name)
  } catch {
    return undefined
  }
  const sdk = require(path) as Partial<InstalledSdk>
  return typeof sdk.ChainApi === 'function' && typeof sdk.Balances === 'function'
    ? (sdk as InstalledSdk)
    : undefined
}

function ofPackage(name: string | null, sdk: InstalledSdk): Sdk {
  return {
    name,
    createApi: (at) => new sdk.ChainApi(at),
    createBalances: (at) => new sdk.Balances(at),
    getLogs: async (query) => {
      if (typeof sdk.getEventLogs === 'function') return sdk.getEventLogs(query)
      const { chain, toBlock } = query
      const api = new sdk.ChainApi({ chain: String(chain), block: Number(toBlock), timestamp: 0 })
      if (typeof api.getLogs === 'function') return api.getLogs(query)
      throw new Error(`the package ${name} cannot read events`)
    },
  }
}

async function loadOwnSdk(): Promise<InstalledSdk> {
  const [{ ChainApi }, { Balances }] = await Promise.all([
    import('./own/chain-api.ts'),
    import('./own/balances.ts'),
  ])
  return { ChainApi, Balances }
}
