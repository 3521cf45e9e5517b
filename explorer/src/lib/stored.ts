import { useSyncExternalStore } from 'react'

/** A text under a name of this browser; null where there is none, or where nothing is stored. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()

/** A browser that stores nothing goes on without. */
export function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {}
  for (const listener of listeners) listener()
}

/** What is stored as JSON; null where that is none. */
export function readStoredJson(key: string): unknown {
  return parsedJson(readStored(key))
}

export function parsedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** A text that is read anew after each change, of this page or of another one. */
export function useStored<T>(read: () => T): T {
  return useSyncExternalStore(subscribe, read)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
