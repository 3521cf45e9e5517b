import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useAsOf } from '../../page/use-as-of.ts'
import { isTyping } from '../../page/use-hotkey.ts'
import { type Hit, useHits } from './use-hits.ts'
import './palette.css'

/** One list over everything that has a name, opened by `/` or ⌘K. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isShortcut = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k'
      if (!isShortcut && !(event.key === '/' && !isTyping(event.target))) return
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

function Search({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const hits = useHits(useDeferredValue(text))
  const open = useOpenHit(onClose)
  const list = useId()
  const chosen = hits[Math.min(at, hits.length - 1)]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && chosen !== undefined) open(chosen)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || hits.length === 0) return
    event.preventDefault()
    setAt((Math.min(at, hits.length - 1) + step + hits.length) % hits.length)
  }
  return (
    <>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen.key}`}
        aria-label="Find"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type
        autoFocus
        placeholder="Find…"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
      />
      <div id={list} role="listbox" aria-label="Results">
        {hits.map((hit) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={hit.key}
            id={`${list}-${hit.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={hit === chosen}
            onClick={() => open(hit)}
          >
            <bdi>{hit.name}</bdi>
            {hit.symbol !== null && <span className="dim">{hit.symbol}</span>}
            <span className="kind">{hit.kind}</span>
          </div>
        ))}
      </div>
      {hits.length === 0 && text !== '' && <p className="empty">Nothing is called that.</p>}
      <footer>
        <span>↑↓ choose</span>
        <span>↵ open</span>
        <span>esc close</span>
      </footer>
    </>
  )
}

function useOpenHit(onClose: () => void): (hit: Hit) => void {
  const navigate = useNavigate()
  const asOf = useAsOf()
  return ({ to }) => {
    onClose()
    void navigate({ to: to as never, search: (asOf === null ? {} : { asOf }) as never })
  }
}
