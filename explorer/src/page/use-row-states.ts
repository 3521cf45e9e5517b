import { useMemo } from 'react'
import { useDaysAgo, useOperation } from '../api/request.ts'
import { type RowState, rowStates } from '../lib/row-states.ts'

const MAX_MEMBERS = 10_000
const MAX_HELD = 1000
const RECENT_DAYS = 2

/** What tells how well the rows of a list are known. */
export interface StateSource {
  /** Operation whose coverage says what is late; without one only holds are known. */
  readonly operation?: string
  readonly fact: string
  /** Column of the fact's key that names a row. */
  readonly column: string
}

/** States of rows by their id; null until all responses are there. */
export function useRowStates(source: StateSource | null): ReadonlyMap<string, RowState> | null {
  const start = useDaysAgo(RECENT_DAYS)
  const { operation, fact = '', column = '' } = source ?? {}
  const coverage = useOperation(
    'getCoverage',
    operation === undefined ? null : { operation, state: 'stale', members: MAX_MEMBERS },
  )
  const marks = useOperation(
    'listMarks',
    operation === undefined ? null : { fact, start, limit: MAX_MEMBERS },
  )
  const quality = useOperation(
    'getQuality',
    source === null ? null : { fact, state: 'held', limit: MAX_HELD },
  )
  const [stale, marked, held] = [coverage.data?.body, marks.data?.body, quality.data?.body]
  return useMemo(() => {
    const isAwaited = operation !== undefined && (stale === undefined || marked === undefined)
    if (held === undefined || isAwaited) return null
    return rowStates(
      { stale: stale?.members ?? [], marked: marked?.points ?? [], held: held.readings },
      column,
    )
  }, [operation, column, stale, marked, held])
}
