import { useMemo } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { withHeldWords } from '../../lib/held-words.ts'
import { DAY_SEC } from '../../lib/times.ts'
import type { MarkedPoint } from './notes.ts'

const MAX_POINTS = 5_000
const MAX_HITS = 20
const MAX_HOLDS = 1_000
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
  const key = useKey(rows?.key)
  const asked = useOperation(
    'listMarks',
    rows === undefined || key === null
      ? null
      : { fact: rows.fact, others: key, ...start, limit: MAX_POINTS },
  )
  const points = rows === undefined ? undefined : asked.data?.body.points
  const isHeld = points?.some(({ marks }) => marks.includes('held')) === true
  const holds = useOperation(
    'getQuality',
    isHeld && rows !== undefined ? { fact: rows.fact, state: 'held', limit: MAX_HOLDS } : null,
  )
  const readings = holds.data?.body.readings
  return useMemo(
    () =>
      isPoints(given) ? given : points === undefined ? NONE : withHeldWords(points, readings ?? []),
    [given, points, readings],
  )
}

function isPoints(
  given: MarkedRows | readonly MarkedPoint[] | undefined,
): given is readonly MarkedPoint[] {
  return Array.isArray(given)
}

/** Columns of a key with the id of their chain, which pages know by name; null until it is known. */
function useKey(key: MarkedRows['key'] = {}): MarkedRows['key'] | null {
  const name = key.chain?.toLowerCase()
  const asked = useOperation('getSearch', name === undefined ? null : { q: name, limit: MAX_HITS })
  if (name === undefined) return key
  if (asked.data === undefined) return null
  const { hits } = asked.data.body
  const chain = hits.find((hit) => hit.kind === 'chain' && hit.name.toLowerCase() === name)
  return { ...key, chain: chain?.id ?? name }
}
