import type { RowState } from '../../lib/row-states.ts'
import { dayText } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { markPath } from '../chart/shapes.ts'

const FRESH = 'fresh'

/** The state of a row in a word; null where it is not known. */
export function stateName(state: RowState | null | undefined): string | null {
  return state === undefined ? null : (state?.state ?? FRESH)
}

/** The state of a row: a square is held, a broken ring is late or carried, nothing is fresh. */
export function RowStateMark({ state }: { state: RowState | null | undefined }) {
  if (state === undefined) return <span className="faint">—</span>
  if (state === null) return <span className="for-readers">{FRESH}</span>
  const { state: name, atSec, words, hold } = state
  const content = (
    <span className={`row-state ${name}`} title={words}>
      <svg viewBox="0 0 12 12" width="11" height="11" aria-hidden="true">
        <path d={markPath(name === 'held' ? 'held' : 'carried', 6, 6, 4)} />
      </svg>
      {name === 'late' && atSec !== null ? `late, ${dayText(atSec).replace(/ \d+$/, '')}` : name}
    </span>
  )
  if (hold === null) return content
  return <AppLink to={`/quality/${encodeURIComponent(hold)}`}>{content}</AppLink>
}
