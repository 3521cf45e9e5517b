import sourceList from '../../../data/id-sources.json' with { type: 'json' }
import { toLookupKey } from '../../lib/slug.ts'
import { joinSql, literal, type Sql, sql } from '../../lib/sql.ts'
import { type Chain, chainKeySql, chains, trimSql } from './chains.ts'

/** Sources of ids that are not addresses on a chain (registry.md#coin-ids). */
const sourceKeys = sourceList.map((source) => source.key)
/** Their keys by every prefix that means them (registry.md#coin-ids). */
export const ID_SOURCES: ReadonlyMap<string, string> = new Map(
  sourceList.flatMap(({ key, aliases }) => [key, ...aliases].map((prefix) => [prefix, key])),
)

const STARKNET_HEX_DIGITS = 64

/**
 * The one spelling of a coin id (registry.md, coins.md#price-records): chain by its key, address in
 * lower case where case does not matter, starknet padded; `undefined` when the text is no coin id.
 */
export function normalizeCoinId(text: string): string | undefined {
  const id = text.trim()
  const colon = id.indexOf(':')
  if (colon <= 0 || colon === id.length - 1) return undefined
  const prefix = id.slice(0, colon)
  const rest = id.slice(colon + 1)
  const source = ID_SOURCES.get(toLookupKey(prefix))
  if (source !== undefined) return `${source}:${lower(rest)}`
  const chain = chains.find(prefix)
  if (chain === undefined) return lower(id)
  if (chain.caseSensitive) return `${chain.key}:${rest}`
  return `${chain.key}:${chain.key === 'starknet' ? padStarknet(rest) : lower(rest)}`
}

/** True for ids of a source, which have no decimals. */
export function isSourceId(coin: string): boolean {
  return sourceKeys.some((source) => coin.startsWith(`${source}:`))
}

function padStarknet(address: string): string {
  const hex = lower(address).replace(/^0x/, '')
  return `0x${hex.padStart(STARKNET_HEX_DIGITS, '0')}`
}

/** Latin letters only, as the engine's `lower` has it: addresses and ids have no others. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** SQL of the same rule, which imports apply to the rows of a file inside the engine. */
export function coinIdSql(column: Sql): Sql {
  const quoted = (names: readonly string[]) =>
    joinSql(
      names.map((name) => literal(name)),
      sql`,`,
    )
  const keysOf = (list: readonly Chain[]) => list.map((chain) => chain.key)
  const all = quoted([...keysOf(chains.list()), ...sourceKeys])
  const sensitive = quoted(keysOf(chains.list().filter((chain) => chain.caseSensitive)))
  const prefixOf = (id: Sql) => sql`substring(${id}, 1, position(${id}, ':') - 1)`
  const hex = sql`replaceRegexpOne(lower(rest), '^0x', '')`
  const padded = sql`concat('0x', leftPad(${hex}, greatest(${STARKNET_HEX_DIGITS}, length(${hex})), '0'))`
  const address = sql`multiIf(key IN (${sensitive}), rest, key = 'starknet', ${padded}, lower(rest))`
  const id = trimSql(column)
  const key = sql`lower(${chainKeySql(prefixOf(id), [...ID_SOURCES])})`
  // An array of one gives the parts names, so that the long list of chains stands in the statement
  // once.
  const spelled = sql`arrayMap((key, rest) -> concat(key, ':', ${address}), [${key}], [substring(${id}, position(${id}, ':') + 1)])[1]`
  const isCoinId = sql`(position(${id}, ':') > 1 AND position(${id}, ':') < length(${id}))`
  // Most ids are in their one spelling already; telling so is far cheaper than making it.
  const isSpelled = sql`(${column} = lower(${column}) AND ${prefixOf(column)} IN (${all}) AND NOT startsWith(${column}, 'starknet:') AND right(${column}, 1) > ' ')`
  return sql`if(${isSpelled} OR NOT ${isCoinId}, ${column}, ${spelled})`
}
