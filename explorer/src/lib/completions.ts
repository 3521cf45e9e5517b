/** A name of the service's index. */
export interface IndexedName {
  readonly id: string
  readonly name: string
  readonly symbol: string | null
  /** Path of its details. */
  readonly path: string
}

/** What a field takes: a kind of the index, and how an entry is written in it. */
export interface Completion {
  readonly kind: string
  write(entry: IndexedName): string
}

const byId = (kind: string): Completion => ({ kind, write: ({ id }) => id })
const byName = (kind: string): Completion => ({ kind, write: ({ name }) => name })
const bySlug = (kind: string): Completion => ({
  kind,
  write: ({ path }) => decodeURIComponent(path.split('/').at(-1) ?? ''),
})
const byQuery = (kind: string, parameter: string): Completion => ({
  kind,
  write: ({ path }) => new URLSearchParams(path.split('?')[1]).get(parameter) ?? '',
})

const COMPLETIONS: Readonly<Record<string, Completion>> = {
  chain: byName('chain'),
  sourceChain: byName('chain'),
  sourcechain: byName('chain'),
  protocol: bySlug('protocol'),
  project: bySlug('protocol'),
  parent: bySlug('protocol'),
  protocolId: byId('protocol'),
  coins: byId('coin'),
  coinsOrPool: byId('coin'),
  pool: byId('pool'),
  asset: byId('stablecoin'),
  stablecoin: byId('stablecoin'),
  ticker: byQuery('company', 'ticker'),
  company: byQuery('privateCompany', 'company'),
}
const BRIDGE = byId('bridge')

/** How a field of an operation is completed; null where the index has no names for it. */
export function completionOf(field: string, operation: string): Completion | null {
  if (field === 'id') return operation.includes('Bridge') ? BRIDGE : null
  return COMPLETIONS[field] ?? null
}

/** The part of a list that is being typed, and what stands before it; null where none is. */
export function typedPart(text: string): { before: string; wanted: string } | null {
  // Some fields take JSON, which names complete nowhere.
  if (text.trimStart().startsWith('{')) return null
  const end = text.lastIndexOf(',') + 1
  return { before: text.slice(0, end), wanted: text.slice(end).trim() }
}

/** What a field could say, with the name in words; each value once. */
export function suggestionsOf(
  entries: readonly IndexedName[],
  { write }: Completion,
  before: string,
): { value: string; label: string }[] {
  const found = new Map<string, string>()
  for (const entry of entries) {
    const value = write(entry)
    const words = entry.symbol === null ? entry.name : `${entry.name} (${entry.symbol})`
    if (value !== '' && !found.has(value)) found.set(value, words)
  }
  return [...found].map(([value, label]) => ({ value: `${before}${value}`, label }))
}
