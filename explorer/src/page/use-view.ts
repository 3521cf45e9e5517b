import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Keys, readState, type StateOf, writeState } from '../lib/view-state.ts'

/** Keys that every page understands. */
const COMMON = new Set(['asOf', 'theme'])

export interface View<K extends Keys> {
  readonly state: StateOf<K>
  /** Keys of the address that mean nothing here. */
  readonly ignored: readonly string[]
  set(changes: Partial<StateOf<K>>): void
}

/** What a page shows, read from its address and written back to it. */
export function useView<const K extends Keys>(keys: K): View<K> {
  const search = useSearch({ strict: false }) as Record<string, string>
  const navigate = useNavigate()
  return useMemo(() => {
    const own = Object.fromEntries(Object.entries(search).filter(([name]) => !COMMON.has(name)))
    const common = Object.fromEntries(Object.entries(search).filter(([name]) => COMMON.has(name)))
    const { state, ignored } = readState(keys, own)
    return {
      state,
      ignored,
      set: (changes) => {
        const next = { ...common, ...writeState(keys, { ...state, ...changes }) }
        void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
      },
    }
  }, [keys, search, navigate])
}
