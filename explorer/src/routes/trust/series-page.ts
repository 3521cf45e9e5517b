type Key = Readonly<Record<string, unknown>>

/** Names and slugs of protocols by their ids. */
export type ProtocolNames = ReadonlyMap<string, { readonly name: string; readonly slug: string }>

// Column of a key, and the folder of pages whose last part it is.
const PAGES: readonly (readonly [column: string, folder: string])[] = [
  ['coin', '/coins'],
  ['pool', '/yields'],
  ['asset', '/stablecoins'],
  ['schedule', '/unlocks'],
  ['bridge', '/bridges'],
  ['institution', '/dat'],
  ['company', '/pre-ipo'],
  ['chain', '/chains'],
]

/** The page that draws a series, by its key; null where none does. */
export function seriesPage(fact: string, key: Key, protocols: ProtocolNames): string | null {
  const protocol = protocols.get(String(key.protocol))
  if (protocol !== undefined) return `/protocols/${encodeURIComponent(protocol.slug)}`
  if (key.ticker !== undefined && key.country !== undefined)
    return `/equities/${part(key.country)}/${part(key.ticker)}`
  if (fact.startsWith('rwa_')) return '/rwa'
  if (fact === 'hacks' || fact === 'raises') return `/${fact}`
  const found = PAGES.find(([column]) => key[column] !== undefined && key[column] !== '')
  return found === undefined ? null : `${found[1]}/${part(key[found[0]])}`
}

/** The series in words: names of protocols instead of their ids. */
export function seriesName(key: Key, protocols: ProtocolNames): string {
  return Object.entries(key)
    .filter(([, value]) => value !== '')
    .map(([column, value]) =>
      column === 'protocol' ? (protocols.get(String(value))?.name ?? String(value)) : String(value),
    )
    .join(', ')
}

function part(value: unknown): string {
  return encodeURIComponent(String(value))
}
