import { useNavigate } from '@tanstack/react-router'
import { useAsOf } from '../../page/use-as-of.ts'
import { useHotkey, useHotkeyListener } from '../../page/use-hotkey.ts'
import { PAGE_KEYS } from './hotkeys.ts'

/** Shortcuts that every page has. Controls declare theirs as `aria-keyshortcuts`. */
export function usePageKeys(): void {
  const navigate = useNavigate()
  const asOf = useAsOf()
  const go = (keys: string) => () =>
    void navigate({
      to: (PAGE_KEYS[keys] ?? '/') as never,
      search: (asOf === null ? {} : { asOf }) as never,
    })
  useHotkeyListener()
  useHotkey('g o', go('g o'))
  useHotkey('g p', go('g p'))
  useHotkey('g c', go('g c'))
  useHotkey('g y', go('g y'))
  useHotkey('g q', go('g q'))
  useHotkey('t', () => press('t'))
  useHotkey('e', () => press('e'))
  useHotkey('w', () => press('w'))
  useHotkey('c', () => press('c'))
  useHotkey('j', focusFirstRow)
  useHotkey('k', focusFirstRow)
}

/** Presses the control that has a key: of the row with the focus, else of the page or the bar. */
function press(key: string): void {
  const control = `[aria-keyshortcuts~="${key}"]`
  const row = document.activeElement?.closest('tbody tr')
  const places = [row, document.querySelector('.page-head'), document.querySelector('.bar')]
  const found =
    places.map((place) => place?.querySelector<HTMLElement>(control)).find((one) => one != null) ??
    document.querySelector<HTMLElement>(`main ${control}:not(tbody *)`)
  found?.click()
}

function focusFirstRow(): void {
  document.querySelector<HTMLElement>('main table.data tbody tr:not(.spacer)')?.focus()
}
