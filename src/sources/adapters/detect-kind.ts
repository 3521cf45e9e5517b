import { UsageError } from '../../lib/errors.ts'
import { cleanText } from './clean-text.ts'
import type { AdapterKind, Outline } from './messages.ts'

type Exports = Readonly<Record<string, Outline>>

/** Sections of TVL by the names that modules give them; `fetch` is the TVL in dollars. */
export const TVL_SECTIONS: Readonly<Record<string, string>> = {
  tvl: 'tvl',
  fetch: 'tvl',
  staking: 'staking',
  pool2: 'pool2',
  borrowed: 'borrowed',
  vesting: 'vesting',
  offers: 'offers',
  treasury: 'treasury',
  ownTokens: 'OwnTokens',
}

/** The shape of a module by what it exports (adapters.md#shapes-of-modules). */
export function detectKind(exports: Exports): AdapterKind {
  const kind = findKind(exports)
  if (kind !== undefined) return kind
  const { deadFrom } = exports
  if (typeof deadFrom === 'string' || typeof deadFrom === 'number')
    throw new UsageError(
      `it ended on ${String(deadFrom).slice(0, 30)} (deadFrom), and nothing of it is left to read`,
    )
  const names = Object.keys(exports).slice(0, 10).join(', ')
  throw new UsageError(
    `it exports ${names === '' ? 'nothing' : names}, which is not a known shape: a chain with tvl, fetch with chains, apy, a chain with minted, ` +
      'a chain with a function of blocks, or sections with meta. --kind says which it is',
  )
}

export function findKind(exports: Exports): AdapterKind | undefined {
  const meta = membersOf(exports.meta)
  if (meta !== undefined && typeof meta.token === 'string') return 'emission'
  if (isFunction(exports.apy)) return 'yield'
  if (membersOf(exports.adapter) !== undefined || membersOf(exports.breakdown) !== undefined)
    return 'dimension'
  if (isFunction(exports.fetch) && Array.isArray(exports.chains)) return 'dimension'
  const chains = Object.values(exports).map((value) => membersOf(value) ?? {})
  if (chains.some((chain) => isFunction(chain.minted))) return 'stablecoin'
  const sections = Object.keys(TVL_SECTIONS)
  if (chains.some((chain) => sections.some((section) => isFunction(chain[section])))) return 'tvl'
  if (exports.isAsync === true && isFunction(exports.build)) return 'bridge'
  return Object.values(exports).some(isFunction) && !isFunction(exports.tvl) ? 'bridge' : undefined
}

/** The chains of a module; those of yield, unlock and built modules are not known beforehand. */
export function listChains(kind: AdapterKind, exports: Exports): string[] {
  if (kind === 'tvl' || kind === 'stablecoin')
    return Object.keys(exports).filter((name) =>
      Object.values(membersOf(exports[name]) ?? {}).some(isFunction),
    )
  if (kind === 'bridge')
    return Object.keys(exports).filter((name) => name !== 'build' && isFunction(exports[name]))
  if (kind !== 'dimension') return []
  const listed = Array.isArray(exports.chains)
    ? (exports.chains as readonly Outline[]).map((entry) =>
        Array.isArray(entry) ? entry[0] : entry,
      )
    : []
  const versions = Object.values(membersOf(exports.breakdown) ?? {})
  const written = [exports.adapter, ...versions].flatMap((chains) =>
    Object.keys(membersOf(chains) ?? {}),
  )
  return [...new Set([...listed.filter((chain) => typeof chain === 'string'), ...written])]
}

export function membersOf(value: Outline): Readonly<Record<string, Outline>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isFunction(value)
    ? (value as Record<string, Outline>)
    : undefined
}

function isFunction(value: Outline): boolean {
  return (value as { isFunction?: unknown } | null | undefined)?.isFunction === true
}

/** The line of data/chains.json that a chain needs; what only people know is left null. */
export function chainLine(key: string): string {
  const name = key.slice(0, 1).toUpperCase() + key.slice(1)
  return JSON.stringify({
    key,
    name,
    chainId: null,
    gasToken: null,
    aggregatorId: null,
    rankingSiteId: null,
    aliases: [],
    caseSensitive: false,
  })
}

export function describeMissingChain(path: string, chain: string): string {
  const key = cleanText(chain, 60)
  return (
    `${path} reads ${key}, which data/chains.json lacks; --chain leaves it out. ` +
    `To read it, add this line with its chain id and coin:\n  ${chainLine(key)},`
  )
}
