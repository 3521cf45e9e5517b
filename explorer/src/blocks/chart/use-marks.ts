import { useMemo } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { DAY_SEC } from '../../lib/times.ts'
import type { MarkedPoint } from './notes.ts'

const MAX_POINTS = 5_000
const NONE: readonly MarkedPoint[] = []

/** The rows behind a series: a fact and columns of its key. */
export interface MarkedRows {
  readonly fact: string
  readonly key: Readonly<Record<string, string>>
}

/** Points that were revised, held back or carried, from a moment on. */
export function useMarks(
  given: MarkedRows | readonly MarkedPoint[] | undefined,
  fromSec: number,
): readonly MarkedPoint[] {
  const rows = isPoints(given) ? undefined : given
  const start = Number.isFinite(fromSec)
    ? { start: Math.max(0, Math.floor(fromSec / DAY_SEC) * DAY_SEC) }
    : {}
  const asked = useAnswer<{ readonly points: readonly MarkedPoint[] }>(
    rows === undefined ? null : '/meta/marks',
    { fact: rows?.fact, ...rows?.key, ...start, limit: MAX_POINTS },
  )
  const points = rows === undefined ? undefined : asked.data?.body.points
  return useMemo(() => (isPoints(given) ? given : (points ?? NONE)), [given, points])
}

function isPoints(
  given: MarkedRows | readonly MarkedPoint[] | undefined,
): given is readonly MarkedPoint[] {
  return Array.isArray(given)
}
