import { useSyncExternalStore } from 'react'

const KEY = 'almanac.watchlist'

export interface Watched {
  readonly kind: string
  readonly id: string
  readonly name: string
}

let cached: { text: string | null; list: readonly Watched[] } = { text: null, list: [] }
const listeners = new Set<() => void>()

/** What is starred, in this browser only. */
export function useWatched(): readonly Watched[] {
  return useSyncExternalStore(subscribe, read)
}

export function toggleWatched(item: Watched): void {
  const list = read()
  const rest = list.filter(({ kind, id }) => kind !== item.kind || id !== item.id)
  replaceWatched(rest.length === list.length ? [...list, item] : rest)
}

export function replaceWatched(list: readonly Watched[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // A browser that keeps nothing has no watch list.
  }
  for (const listener of listeners) listener()
}

/** A list from a file: only what it must have, nothing else. */
export function parseWatched(text: string | null): readonly Watched[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(parsed)) return []
    return parsed.flatMap((item: unknown) => {
      const { kind, id, name } = (item ?? {}) as Partial<Watched>
      return typeof kind === 'string' && typeof id === 'string' && typeof name === 'string'
        ? [{ kind, id, name }]
        : []
    })
  } catch {
    return []
  }
}

function read(): readonly Watched[] {
  let text: string | null = null
  try {
    text = localStorage.getItem(KEY)
  } catch {
    return cached.list
  }
  if (text !== cached.text) cached = { text, list: parseWatched(text) }
  return cached.list
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
