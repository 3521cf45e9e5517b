import { useEffect, useRef, useState } from 'react'
import { useHotkey } from '../../page/use-hotkey.ts'
import { Search } from './search.tsx'
import './palette.css'

/** One list over everything that has a name, opened by `/` or ⌘K. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useHotkey('/', () => setIsOpen(true))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        className="find"
        aria-label="Find a protocol, chain, coin, company…"
        onClick={() => setIsOpen(true)}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="m10.5 10.5 4 4" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        <span>Find a protocol, chain, coin, company…</span>
        <kbd>/</kbd>
      </button>
      <dialog ref={dialog} className="palette" aria-label="Find" onClose={() => setIsOpen(false)}>
        {isOpen && <Search onClose={() => setIsOpen(false)} />}
      </dialog>
    </>
  )
}
