import { useSyncExternalStore } from 'react'

const KEY = 'almanac.letters'
const listeners = new Set<() => void>()

/** Whether single letters are shortcuts in this browser; they are until switched off. */
export function useLetters(): boolean {
  return useSyncExternalStore(subscribe, areLettersOn)
}

export function areLettersOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function switchLetters(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing has them on.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
