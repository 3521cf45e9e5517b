import { toggleWatched, useWatched, type Watched } from './watched.ts'
import './watch.css'

/** A star that puts something on the watch list. */
export function Watch(item: Watched) {
  const isWatched = useWatched().some(({ kind, id }) => kind === item.kind && id === item.id)
  return (
    <button
      type="button"
      className="star"
      aria-keyshortcuts="w"
      aria-pressed={isWatched}
      aria-label={`Watch ${item.name}`}
      onClick={() => toggleWatched(item)}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path
          d="M6 .8 7.6 4.3l3.8.4-2.8 2.6.8 3.8L6 9.2l-3.4 1.9.8-3.8L.6 4.7l3.8-.4z"
          fill={isWatched ? 'currentColor' : 'none'}
          stroke="currentColor"
        />
      </svg>
    </button>
  )
}
