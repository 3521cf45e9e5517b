import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useAsOf } from '../../page/use-as-of.ts'
import { useCompare } from '../../page/use-compare.ts'
import { toggleWatched, useWatched, type Watched } from '../watch/watched.ts'
import type { Hit } from './hit.ts'
import { rememberHit } from './recent.ts'
import { useHits } from './use-hits.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The field and what it finds. */
export function Search({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { hits, isLoading } = useHits(useDeferredValue(text))
  const open = useOpenHit(onClose)
  const compare = useCompare()
  const watched = useWatched()
  const list = useId()
  const chosen = hits[Math.min(at, hits.length - 1)]
  const move = (step: number) =>
    setAt((Math.min(at, hits.length - 1) + step + hits.length) % Math.max(1, hits.length))
  const onEnter = (hit: Hit, isAdding: boolean) => {
    if (isAdding && compare([hit.to])) onClose()
    else open(hit)
  }
  const star = () => {
    if (chosen?.watched !== undefined) toggleWatched(chosen.watched)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined || event.key === '*') event.preventDefault()
    if (step !== undefined) move(step)
    if (event.key === '*') star()
    if (event.key === 'Enter' && chosen !== undefined)
      onEnter(chosen, event.metaKey || event.ctrlKey)
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
            {isStarred(watched, hit) && <span className="dim">★</span>}
            <span className="kind">{hit.kind}</span>
          </div>
        ))}
      </div>
      {hits.length === 0 && text !== '' && !isLoading && (
        <p className="empty">Nothing is called that.</p>
      )}
      <footer>
        <span>↑↓ choose</span>
        <span>↵ open</span>
        <span>⌘↵ compare</span>
        <span>* star</span>
        <span>esc close</span>
      </footer>
    </>
  )
}

function useOpenHit(onClose: () => void): (hit: Hit) => void {
  const navigate = useNavigate()
  const asOf = useAsOf()
  return (hit) => {
    onClose()
    rememberHit(hit)
    const search = asOf === null ? { ...hit.search } : { ...hit.search, asOf }
    void navigate({ to: hit.to as never, search: search as never })
  }
}

function isStarred(list: readonly Watched[], { watched }: Hit): boolean {
  return list.some(({ kind, id }) => kind === watched?.kind && id === watched.id)
}
