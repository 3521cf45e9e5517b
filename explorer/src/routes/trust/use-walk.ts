import { useNavigate } from '@tanstack/react-router'
import { useHotkey } from '../../page/use-hotkey.ts'

/** `j` and `k` go to the next and the previous of a list of pages. */
export function useWalk(pages: readonly string[], at: number): void {
  const navigate = useNavigate()
  const go = (step: number) => {
    const to = at === -1 ? undefined : pages[at + step]
    if (to !== undefined)
      void navigate({ to: to as never, search: ((search: object) => search) as never })
  }
  useHotkey('j', () => go(1))
  useHotkey('k', () => go(-1))
}
