import { useRef } from 'react'
import { useHotkey, useHotkeyListener } from '../../page/use-hotkey.ts'
import { Button } from '../controls/button.tsx'
import { HOTKEYS, PAGE_KEYS, switchLetters, useLetters } from './hotkeys.ts'
import './keys.css'
import { useNavigate } from '@tanstack/react-router'
import { appPath } from '../../api/origin.ts'
import { useAsOf } from '../../api/request.ts'
import { useCompare } from '../../page/comparing.ts'

/** The list of keys, opened by `?`, with the switch for single letters. */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  const areLettersOn = useLetters()
  const open = () => dialog.current?.showModal()
  useHotkey('?', open)
  return (
    <>
      <button type="button" className="icon wide" title="Keys" aria-label="Keys" onClick={open}>
        <kbd>?</kbd>
      </button>
      <dialog ref={dialog} className="keys" aria-label="Keys">
        <form method="dialog">
          <h2>Keys</h2>
          <dl>
            {HOTKEYS.map(([keys, what]) => (
              <div key={keys}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <label>
            <input
              type="checkbox"
              checked={areLettersOn}
              onChange={(event) => switchLetters(event.target.checked)}
            />
            Single letters are shortcuts
          </label>
          <Button look="primary" type="submit">
            Close
          </Button>
        </form>
      </dialog>
    </>
  )
}

/** Shortcuts that every page has. Controls declare theirs as `aria-keyshortcuts`. */
export function usePageKeys(): void {
  const navigate = useNavigate()
  const asOf = useAsOf()
  const go = (keys: string) => () =>
    void navigate({
      to: PAGE_KEYS[keys] ?? '/',
      search: asOf === null ? {} : { asOf },
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
  const compare = useCompare()
  useHotkey('c', () => {
    compare(chosenPages(window.location.pathname))
  })
  useHotkey('j', focusFirstRow)
  useHotkey('k', focusFirstRow)
}

const CONTROLS = 'button, a, summary'

/** Presses the control that has a key: of the row with the focus, else of the page or the bar. */
function press(key: string): void {
  const control = `[aria-keyshortcuts~="${key}"]`
  const row = document.activeElement?.closest('tbody tr')
  const places = [row, document.querySelector('.page-head'), document.querySelector('.bar')]
  const found =
    places.map((place) => place?.querySelector<HTMLElement>(control)).find((one) => one != null) ??
    document.querySelector<HTMLElement>(`main ${control}:not(tbody *)`)
  const pressed = found?.matches('button, a') ? found : found?.querySelector<HTMLElement>(CONTROLS)
  pressed?.focus()
  pressed?.click()
}

/** Pages of the selected rows, of the row with the focus, or the page itself. */
function chosenPages(current: string): string[] {
  const selected = [...document.querySelectorAll('tr[data-selected]')]
  const focused = document.activeElement?.closest('tbody tr')
  const rows = selected.length > 0 ? selected : focused == null ? [] : [focused]
  const paths = rows.flatMap((row) => row.querySelector('a')?.pathname ?? [])
  return (rows.length > 0 ? paths : [current]).map((path) => path.slice(appPath.length))
}

function focusFirstRow(): void {
  document.querySelector<HTMLElement>('main table.data tbody tr:not(.spacer)')?.focus()
}
