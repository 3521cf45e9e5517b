import { toLookupKey } from '../../lib/slug.ts'
import { type Chain, chainKeySql, chains } from './chains.ts'

/** Sources of ids that are not addresses on a chain (decision 36). */
export const ID_SOURCES = ['aggregator', 'rankingsite'] as const

const STARKNET_HEX_DIGITS = 64

/**
 * The one spelling of a coin id: chain by its key, address in lower case where the chain does not care about case,
 * starknet addresses padded with zeros. `undefined` when the text is no coin id at all.
 */
export function normalizeCoinId(text: string): string | undefined {
  const colon = text.indexOf(':')
  if (colon <= 0 || colon === text.length - 1) return undefined
  const prefix = text.slice(0, colon).trim()
  const rest = text.slice(colon + 1).trim()
  if (rest === '') return undefined
  const source = ID_SOURCES.find((known) => known === toLookupKey(prefix))
  if (source !== undefined) return `${source}:${rest.toLowerCase()}`
  const chain = chains.find(prefix)
  if (chain === undefined) return `${prefix.toLowerCase()}:${rest.toLowerCase()}`
  if (chain.caseSensitive) return `${chain.key}:${rest}`
  return `${chain.key}:${chain.key === 'starknet' ? padStarknet(rest) : rest.toLowerCase()}`
}

/** True for ids of a source, which have no decimals. */
export function isSourceId(coin: string): boolean {
  return ID_SOURCES.some((source) => coin.startsWith(`${source}:`))
}

function padStarknet(address: string): string {
  const hex = address.toLowerCase().replace(/^0x/, '')
  return `0x${hex.padStart(STARKNET_HEX_DIGITS, '0')}`
}

/** SQL of the same rule, for imports: the rows of a file are brought into this spelling inside the engine. */
export function coinIdSql(column: string): string {
  const keysOf = (list: readonly Chain[]) => list.map((chain) => `'${chain.key}'`).join(',')
  const all = `${keysOf(chains.list())},${ID_SOURCES.map((source) => `'${source}'`).join(',')}`
  const sensitive = keysOf(chains.list().filter((chain) => chain.caseSensitive))
  const prefix = `substringBefore(${column}, ':')`
  const rest = `substringAfter(${column}, ':')`
  const key = `lower(${chainKeySql(prefix)})`
  const padded = `concat('0x', leftPad(replaceRegexpOne(lower(${rest}), '^0x', ''), ${STARKNET_HEX_DIGITS}, '0'))`
  const spelled = `concat(${key}, ':', multiIf(${key} IN (${sensitive}), ${rest}, ${key} = 'starknet', ${padded}, lower(${rest})))`
  // Most ids are in their one spelling already; telling so is far cheaper than making it.
  return `if(${column} = lower(${column}) AND ${prefix} IN (${all}) AND ${prefix} != 'starknet', ${column}, ${spelled})`
}
