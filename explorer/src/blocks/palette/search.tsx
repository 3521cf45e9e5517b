import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useWatched, type Watched } from '../watch/watched.ts'
import type { Hit } from './hit.ts'
import { actionsOf } from './hit-actions.ts'
import { Option } from './option.tsx'
import { useHitActions } from './use-hit-actions.ts'
import { useHits } from './use-hits.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The field and what it finds; → shows what can be done with the chosen one. */
export function Search({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [actionAt, setActionAt] = useState<number | null>(null)
  const { hits, isLoading } = useHits(useDeferredValue(text))
  const { said, run } = useHitActions(onClose)
  const watched = useWatched()
  const list = useId()
  const chosen = hits[Math.min(at, hits.length - 1)]
  const actions = chosen === undefined ? [] : actionsOf(chosen, isStarred(watched, chosen))
  const action = actionAt === null ? undefined : actions[actionAt]
  const move = (step: number) => {
    if (actionAt === null) setAt(turned(Math.min(at, hits.length - 1), step, hits.length))
    else setActionAt(turned(actionAt, step, actions.length))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const done = onKey(event, {
      isAtEnd: event.currentTarget.selectionStart === text.length,
      isActing: actionAt !== null,
      move,
      show: (isShown) => setActionAt(isShown && chosen !== undefined ? 0 : null),
      act: (isAdding) => {
        if (chosen === undefined) return
        run(chosen, action?.id ?? (isAdding ? 'compare' : 'open'))
        setActionAt(null)
      },
      star: () => chosen !== undefined && run(chosen, 'star'),
    })
    if (done) event.preventDefault()
  }
  const option = action === undefined ? chosen?.key : action.id
  return (
    <>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={option === undefined ? undefined : `${list}-${option}`}
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
          setActionAt(null)
        }}
      />
      <div
        id={list}
        role="listbox"
        aria-label={action === undefined ? 'Results' : `What to do with ${chosen?.name}`}
      >
        {action === undefined || chosen === undefined
          ? hits.map((hit) => (
              <Option
                key={hit.key}
                id={`${list}-${hit.key}`}
                isChosen={hit === chosen}
                onChoose={() => run(hit, 'open')}
                kind={hit.kind}
              >
                <bdi>{hit.name}</bdi>
                {hit.symbol !== null && <span className="dim">{hit.symbol}</span>}
                {isStarred(watched, hit) && <span className="dim">★</span>}
              </Option>
            ))
          : actions.map((one) => (
              <Option
                key={one.id}
                id={`${list}-${one.id}`}
                isChosen={one === action}
                onChoose={() => {
                  run(chosen, one.id)
                  setActionAt(null)
                }}
                kind={one.keys}
              >
                {one.name}
                <bdi className="dim">{chosen.name}</bdi>
              </Option>
            ))}
      </div>
      {hits.length === 0 && text !== '' && !isLoading && (
        <p className="empty">Nothing is called that.</p>
      )}
      <footer>
        <span>↑↓ choose</span>
        <span>↵ {action === undefined ? 'open' : 'do it'}</span>
        {action === undefined && <span>⌘↵ compare</span>}
        {action === undefined && <span>* star</span>}
        <span>{action === undefined ? '→ actions' : '← back'}</span>
        <span>esc {action === undefined ? 'close' : 'back'}</span>
        <span role="status">{said}</span>
      </footer>
    </>
  )
}

interface Keys {
  readonly isAtEnd: boolean
  readonly isActing: boolean
  move(step: number): void
  show(isShown: boolean): void
  act(isAdding: boolean): void
  star(): void
}

/** What a key does; false where it is only typed. */
function onKey(event: KeyboardEvent, keys: Keys): boolean {
  const step = STEPS[event.key]
  if (step !== undefined) keys.move(step)
  else if (event.key === '*') keys.star()
  else if (event.key === 'Enter') keys.act(event.metaKey || event.ctrlKey)
  // Within a text the arrow moves the caret, as everywhere.
  else if (event.key === 'ArrowRight' && keys.isAtEnd && !keys.isActing) keys.show(true)
  else if (keys.isActing && (event.key === 'ArrowLeft' || event.key === 'Escape')) keys.show(false)
  else return false
  return true
}

function turned(place: number, step: number, count: number): number {
  return (place + step + count) % Math.max(1, count)
}

function isStarred(list: readonly Watched[], { watched }: Hit): boolean {
  return list.some(({ kind, id }) => kind === watched?.kind && id === watched.id)
}
