import { useMemo } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { type RowState, rowStates } from '../../lib/row-states.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'

const MAX_MEMBERS = 10_000
const MAX_HELD = 1000
const RECENT_DAYS = 2

/** What is held, late or carried, by the id of the protocol; null until it is known. */
export function useProtocolStates(isAsked: boolean): ReadonlyMap<string, RowState> | null {
  const start = useDaysAgo(RECENT_DAYS)
  const coverage = useOperation(
    'getCoverage',
    isAsked ? { operation: 'listProtocols', state: 'stale', members: MAX_MEMBERS } : null,
  )
  const quality = useOperation(
    'getQuality',
    isAsked ? { fact: 'tvl', state: 'held', limit: MAX_HELD } : null,
  )
  const marks = useOperation(
    'listMarks',
    isAsked ? { fact: 'tvl', start, limit: MAX_MEMBERS } : null,
  )
  const [stale, held, marked] = [coverage.data?.body, quality.data?.body, marks.data?.body]
  return useMemo(() => {
    if (stale === undefined || held === undefined || marked === undefined) return null
    const answers = { stale: stale.members, held: held.readings, marked: marked.points }
    return rowStates(answers, 'protocol')
  }, [stale, held, marked])
}
