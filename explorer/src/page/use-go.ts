import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useHotkey } from './use-hotkey.ts'

type Go = (to: string, how?: { keepsSearch?: boolean; replaces?: boolean }) => void

/** Opens a page of the explorer by its path; the query is left out unless it is kept. */
export function useGo(): Go {
  const navigate = useNavigate()
  return useCallback(
    (to, { keepsSearch = false, replaces = false } = {}) =>
      void navigate({ to, replace: replaces, ...(keepsSearch ? { search: true } : {}) }),
    [navigate],
  )
}

/** `j` and `k` go to the next and the previous of a list of pages. */
export function useWalk(pages: readonly string[], at: number): void {
  const open = useGo()
  const go = (step: number) => {
    const to = at === -1 ? undefined : pages[at + step]
    if (to !== undefined) open(to, { keepsSearch: true })
  }
  useHotkey('j', () => go(1))
  useHotkey('k', () => go(-1))
}
