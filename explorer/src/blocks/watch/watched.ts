import { useMemo } from 'react'
import { parsedJson, readStored, readStoredJson, store, useStored } from '../../lib/stored.ts'

const KEY = 'almanac.watchlist'

export interface Watched {
  readonly kind: string
  readonly id: string
  readonly name: string
}

let cached: { text: string | null; list: readonly Watched[] } = { text: null, list: [] }

/** What is starred, in this browser only. */
export const useWatched = () => useStored(read)

/** Ids of what is starred of a kind. */
export function useStarred(kind: string): ReadonlySet<string> {
  const watched = useWatched()
  return useMemo(
    () => new Set(watched.filter((item) => item.kind === kind).map(({ id }) => id)),
    [watched, kind],
  )
}

export function toggleWatched(item: Watched): void {
  const list = read()
  const rest = list.filter(({ kind, id }) => kind !== item.kind || id !== item.id)
  replaceWatched(rest.length === list.length ? [...list, item] : rest)
}

export function replaceWatched(list: readonly Watched[]): void {
  store(KEY, JSON.stringify(list))
}

/** A list from a file: only what it must have, nothing else. */
export function parseWatched(text: string | null): readonly Watched[] {
  const parsed = parsedJson(text)
  if (!Array.isArray(parsed)) return []
  return parsed.flatMap((item: unknown) => {
    const { kind, id, name } = Object(item) as Partial<Watched>
    return typeof kind === 'string' && typeof id === 'string' && typeof name === 'string'
      ? [{ kind, id, name }]
      : []
  })
}

/** The same list until it is another text, as React wants it. */
function read(): readonly Watched[] {
  const text = readStored(KEY)
  if (text !== cached.text) cached = { text, list: parseWatched(text) }
  return cached.list
}

/** A watch list for the URL: `kind:id:name`, the id and name written so that `:` is free. */
export function toCarried(list: readonly Watched[]): string[] {
  return list.map(({ kind, id, name }) => [kind, id, name].map(encodeURIComponent).join(':'))
}

export function fromCarried(texts: readonly string[]): Watched[] {
  return texts.flatMap((text) => {
    const parts = text.split(':')
    if (parts.length !== 3) return []
    try {
      const [kind = '', id = '', name = ''] = parts.map(decodeURIComponent)
      return kind === '' || id === '' ? [] : [{ kind, id, name }]
    } catch {
      return []
    }
  })
}

/** Both lists, each thing once. */
export function merged(own: readonly Watched[], other: readonly Watched[]): Watched[] {
  const known = new Set(own.map(({ kind, id }) => `${kind} ${id}`))
  return [...own, ...other.filter(({ kind, id }) => !known.has(`${kind} ${id}`))]
}

/** Figures that were seen at a visit, by kind and id. */
export interface Visit {
  readonly atMs: number
  readonly values: Readonly<Record<string, number>>
}

export interface Visits {
  /** The visit before this one; null at the first. */
  readonly before: Visit | null
  readonly now: Visit | null
}

const VISITS_KEY = 'almanac.visits'
// Who comes back sooner is still at the same visit.
const SAME_VISIT_MS = 30 * 60_000
const NONE: Visits = { before: null, now: null }

/** What is remembered after figures were seen: a new visit moves the last one back. */
export function nextVisits(
  { before, now }: Visits,
  atMs: number,
  values: Readonly<Record<string, number>>,
): Visits {
  if (now === null) return { before: null, now: { atMs, values } }
  if (atMs - now.atMs < SAME_VISIT_MS)
    return { before, now: { atMs: now.atMs, values: { ...values, ...now.values } } }
  return { before: now, now: { atMs, values } }
}

export function readVisits(): Visits {
  return { ...NONE, ...Object(readStoredJson(VISITS_KEY)) }
}

export function writeVisits(visits: Visits): void {
  store(VISITS_KEY, JSON.stringify(visits))
}
