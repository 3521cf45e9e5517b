import type { Clock } from '../lib/clock.ts'
import { DAY_SEC, dayStart, toSec } from '../lib/clock.ts'
import { commitRun } from '../runs/run.ts'
import type { Stage } from '../runs/stage.ts'
import type { Engine } from '../store/engine.ts'
import type { Store } from '../store/store.ts'

export const DEMO_SOURCE = 'demo'
export const DEMO_DAYS = 730
const STEP_SEC = 300
// As many parts are made side by side as there are connections that write.
const LANES = 2

/** A stretch of the simulated market: what lies after `fromSec`, up to and including `toSec`. */
export interface DemoRange {
  /** Midnight of the first day of the demo world. */
  firstDaySec: number
  fromSec: number
  toSec: number
}

/**
 * What a domain adds to the demo world. The figures are functions of time, so any stretch can be
 * made at any moment.
 */
export interface DemoPart {
  /**
   * It reads rows that other parts make, so it is made after all of them; the others are made side
   * by side, in any order.
   */
  isDerived?: true
  /** Things without a time, such as names: written once. */
  describe?(stage: Stage, range: DemoRange): Promise<void>
  /** Rows of a stretch of time, generated inside the engine. */
  generate?(stage: Stage, range: DemoRange, engine: Engine): Promise<void>
}

export function hasDemo(store: Store): boolean {
  return store.journal.list().some((run) => run.source === DEMO_SOURCE && run.state === 'committed')
}

/** Fills an empty store with the demo world, from two years back until now. */
export async function createDemo(
  store: Store,
  clock: Clock,
  parts: readonly DemoPart[],
): Promise<void> {
  const toSecond = lastStep(clock)
  const firstDaySec = dayStart(toSecond) - DEMO_DAYS * DAY_SEC
  await write(store, clock, parts, { firstDaySec, fromSec: firstDaySec - 1, toSec: toSecond }, true)
}

/** Lets the demo world catch up with the clock. Returns whether anything was added. */
export async function advanceDemo(
  store: Store,
  clock: Clock,
  parts: readonly DemoPart[],
): Promise<boolean> {
  const demoRuns = store.journal
    .list()
    .filter((run) => run.source === DEMO_SOURCE && run.state === 'committed')
  const known = demoRuns.map((run) => JSON.parse(run.note) as DemoRange)
  const firstDaySec = known[0]?.firstDaySec ?? 0
  const fromSec = Math.max(...known.map((range) => range.toSec))
  const toSecond = lastStep(clock)
  if (toSecond <= fromSec) return false
  await write(store, clock, parts, { firstDaySec, fromSec, toSec: toSecond }, false)
  return true
}

function lastStep(clock: Clock): number {
  const nowSec = toSec(clock.nowMs())
  return nowSec - (nowSec % STEP_SEC)
}

async function write(
  store: Store,
  clock: Clock,
  parts: readonly DemoPart[],
  range: DemoRange,
  isFirst: boolean,
): Promise<void> {
  // The note holds the stretch, so that the next one begins where this one ended, whatever happens
  // in between.
  await commitRun(
    store,
    {
      source: DEMO_SOURCE,
      clock,
      note: JSON.stringify(range),
      isGenerated: true,
      isDistinct: true,
    },
    async (stage) => {
      const make = async (part: DemoPart) => {
        if (isFirst) await part.describe?.(stage, range)
        await part.generate?.(stage, range, store.engine)
      }
      for (const isDerived of [undefined, true])
        await inLanes(
          parts.filter((part) => part.isDerived === isDerived),
          make,
        )
      return { accepted: await stage.countRows(), rejected: 0, held: 0 }
    },
  )
}

/**
 * The first that fails stops its own lane only; what the other has begun is finished before the
 * failure is told.
 */
async function inLanes(
  parts: readonly DemoPart[],
  make: (part: DemoPart) => Promise<void>,
): Promise<void> {
  const waiting = [...parts]
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await make(part)
  }
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
