import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react'
import { useWatched, type Watched } from '../watch/watched.ts'
import { actionsOf, type Hit, type HitAction } from './hit.ts'
import { useHitActions, useHits } from './use-palette.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The field and what it finds; → shows what can be done with the chosen one. */
export function Search({ onClose }: { onClose(): void }) {
  const { hits, isLoading, chosen, actions, action, ...palette } = usePalette(onClose)
  const watched = useWatched()
  const list = useId()
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
        value={palette.text}
        onKeyDown={palette.onKeyDown}
        onChange={(event) => palette.onText(event.target.value)}
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
                onChoose={() => palette.run(hit, 'open')}
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
                onChoose={() => palette.run(chosen, one.id)}
                kind={one.keys}
              >
                {one.name}
                <bdi className="dim">{chosen.name}</bdi>
              </Option>
            ))}
      </div>
      {hits.length === 0 && palette.text !== '' && !isLoading && (
        <p className="empty">No results</p>
      )}
      <Keys action={action} said={palette.said} />
    </>
  )
}

/** A line of the palette; the field above takes the keys. */
function Option(props: {
  id: string
  isChosen: boolean
  /** At its end: what it is, or the keys that do it. */
  kind: string
  onChoose(): void
  children: ReactNode
}) {
  const { id, isChosen, kind, onChoose, children } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
    <div id={id} role="option" tabIndex={-1} aria-selected={isChosen} onClick={onChoose}>
      {children}
      <span className="kind">{kind}</span>
    </div>
  )
}

function Keys({ action, said }: { action: HitAction | undefined; said: string }) {
  return (
    <footer>
      <span>↑↓ choose</span>
      <span>↵ {action === undefined ? 'open' : 'do it'}</span>
      {action === undefined && <span>⌘↵ compare</span>}
      {action === undefined && <span>* star</span>}
      <span>{action === undefined ? '→ actions' : '← back'}</span>
      <span>esc {action === undefined ? 'close' : 'back'}</span>
      <span role="status">{said}</span>
    </footer>
  )
}

/** What is typed, found and chosen, and what its keys do. */
function usePalette(onClose: () => void) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [actionAt, setActionAt] = useState<number | null>(null)
  const { hits, isLoading } = useHits(useDeferredValue(text))
  const { said, run } = useHitActions(onClose)
  const watched = useWatched()
  const chosen = hits[Math.min(at, hits.length - 1)]
  const actions = chosen === undefined ? [] : actionsOf(chosen, isStarred(watched, chosen))
  const action = actionAt === null ? undefined : actions[actionAt]
  const runAndReturn: typeof run = (hit, id) => {
    run(hit, id)
    setActionAt(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const done = onKey(event, {
      isAtEnd: event.currentTarget.selectionStart === text.length,
      isActing: actionAt !== null,
      move: (step) => {
        if (actionAt === null) setAt(turned(Math.min(at, hits.length - 1), step, hits.length))
        else setActionAt(turned(actionAt, step, actions.length))
      },
      show: (isShown) => setActionAt(isShown && chosen !== undefined ? 0 : null),
      act: (isAdding) => {
        if (chosen !== undefined)
          runAndReturn(chosen, action?.id ?? (isAdding ? 'compare' : 'open'))
      },
      star: () => chosen !== undefined && run(chosen, 'star'),
    })
    if (done) event.preventDefault()
  }
  const onText = (next: string) => {
    setText(next)
    setAt(0)
    setActionAt(null)
  }
  return {
    ...{ text, hits, isLoading, chosen, actions, action, said, onKeyDown, onText },
    run: runAndReturn,
  }
}

interface KeyActions {
  readonly isAtEnd: boolean
  readonly isActing: boolean
  move(step: number): void
  show(isShown: boolean): void
  act(isAdding: boolean): void
  star(): void
}

/** What a key does; false where it is only typed. */
function onKey(event: KeyboardEvent, keys: KeyActions): boolean {
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
