import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { CHANGE_DAYS, CHANGE_WIDTH_SEC } from '../derive/apy-change.ts'
import { EMPTY_SERIES } from '../derive/apy-series.ts'
import { type PoolFigures, poolFigures } from '../derive/pool-figures.ts'
import { continuePast, LOOK_AHEAD_SEC, type PoolPast } from '../derive/pool-past.ts'
import { yieldSamples } from '../facts.ts'
import { loadAllPasts, loadPasts } from './pool-pasts.ts'
import { readNear, readSince, type Sample } from './samples.ts'

/** A pool's past in a few numbers, and what they come to. */
export interface PoolHistory extends PoolPast<Sample> {
  figures: PoolFigures
}

export type PoolHistories = ReadonlyMap<string, PoolHistory>

// More new rows than an hour of a large market brings are an import, and quicker read anew.
const MOST_NEW_ROWS = 300_000
// Of more pools than this, all are read as quickly as these.
const MOST_CHANGED = 2_000

/**
 * The history of every pool. Later samples are added to what is known; a pool whose past was
 * corrected is read again.
 */
export const poolHistoryState: StateDefinition<PoolHistories> = {
  name: 'yields.poolHistory',
  reads: [yieldSamples],
  build: async (snapshot) => withFigures(await loadAllPasts(snapshot)),
  update: async (known, snapshot, sinceRun) => {
    const added = await readSince(snapshot, sinceRun, MOST_NEW_ROWS)
    if (added === undefined) return withFigures(await loadAllPasts(snapshot))
    const { continued, changed } = follow(known, added)
    if (changed.length > MOST_CHANGED) return withFigures(await loadAllPasts(snapshot))
    await lookAhead(snapshot, continued)
    // A copy, so that an answer that is being made goes on with the picture it began with.
    return new Map([
      ...known,
      ...withFigures(continued),
      ...withFigures(await loadPasts(snapshot, changed)),
    ])
  },
}

function withFigures(pasts: ReadonlyMap<string, PoolPast<Sample>>): PoolHistories {
  return new Map([...pasts].map(([pool, past]) => [pool, { ...past, figures: poolFigures(past) }]))
}

/**
 * Continues the pasts that new samples come after; names the pools whose past they change, or of
 * which nothing was known.
 */
function follow(
  known: PoolHistories,
  added: ReadonlyMap<string, Sample[]>,
): { continued: Map<string, PoolPast<Sample>>; changed: string[] } {
  const continued = new Map<string, PoolPast<Sample>>()
  const changed: string[] = []
  const lastOf = (samples: readonly Sample[] | undefined) => samples?.at(-1)?.atSec ?? 0
  const lastSec = [...added.values()].reduce((last, samples) => Math.max(last, lastOf(samples)), 0)
  for (const [pool, samples] of added) {
    const past = known.get(pool)
    const isLater = past !== undefined && (samples[0]?.atSec ?? 0) > past.newest.atSec
    // Looking ahead is for pools that are measured at about the same time; a straggler is read by
    // itself.
    const isTogether = lastOf(samples) >= lastSec - LOOK_AHEAD_SEC
    if (isLater && isTogether)
      continued.set(pool, samples.reduce<PoolPast<Sample>>(continuePast, past))
    else changed.push(pool)
  }
  return { continued, changed }
}

/**
 * Reads what the pools will be compared with in the next while, for those that have come to the end
 * of what was read before.
 */
async function lookAhead(snapshot: Snapshot, pasts: Map<string, PoolPast<Sample>>): Promise<void> {
  const due = [...pasts].filter(([, { newest, nearUntilSec }]) => newest.atSec > nearUntilSec)
  if (due.length === 0) return
  const [firstSec, lastSec] = due.reduce(
    ([first, last], [, { newest }]) => [
      Math.min(first, newest.atSec),
      Math.max(last, newest.atSec),
    ],
    [Number.POSITIVE_INFINITY, 0],
  )
  const stretches = CHANGE_DAYS.map((days) => ({
    fromSec: firstSec - days * DAY_SEC - CHANGE_WIDTH_SEC,
    toSec: lastSec - days * DAY_SEC + CHANGE_WIDTH_SEC + LOOK_AHEAD_SEC,
  }))
  const near = await readNear(
    snapshot,
    due.map(([pool]) => pool),
    stretches,
  )
  for (const [pool, past] of due) {
    pasts.set(pool, {
      ...past,
      near: near.get(pool) ?? EMPTY_SERIES,
      nearUntilSec: past.newest.atSec + LOOK_AHEAD_SEC,
    })
  }
}
