import { useRef } from 'react'
import { useHotkey } from '../../page/use-hotkey.ts'
import { HOTKEYS } from './hotkeys.ts'
import { switchLetters, useLetters } from './letters.ts'
import './keys.css'

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
          <button type="submit" className="primary">
            Close
          </button>
        </form>
      </dialog>
    </>
  )
}
