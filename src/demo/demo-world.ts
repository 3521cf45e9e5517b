import { type Clock, DAY_SEC, dayStart, toSec } from '../lib/clock.ts'
import { settleAll } from '../lib/settle-all.ts'
import { DEMO_SOURCE, listDemoRuns } from '../runs/remove-demo.ts'
import { commitRows, commitRun, type ReadyRows } from '../runs/run.ts'
import type { Stage } from '../runs/stage.ts'
import type { Engine } from '../store/engine.ts'
import type { Run } from '../store/journal.ts'
import type { Snapshot } from '../store/snapshot.ts'
import type { Store } from '../store/store.ts'
import { DEMO_DAYS, type DemoRange } from './demo-range.ts'
import { type DemoMarket, demoMarket } from './market/market.ts'

const STEP_SEC = 300
// More than the engine has connections for writing, so that these never wait for rows made here.
const CONCURRENT_PARTS = 4

/** What a part writes, and where to. */
export interface DemoTarget {
  readonly range: DemoRange
  /** The first range: what has no time, such as names, is written with it. */
  readonly isFirst: boolean
  readonly market: DemoMarket
  readonly stage: Stage
  readonly engine: Engine
}

/** What a domain adds to the demo world: functions of time, so that any range can be written. */
export interface DemoPart {
  readonly name: string
  /** Parts whose rows it reads; all others are written concurrently, in any order. */
  readonly after?: readonly DemoPart[]
  write(target: DemoTarget): Promise<void>
  /** Rows of a second run: what became known, or was caught, after the first was committed. */
  correct?(target: CorrectionTarget): Promise<ReadyRows['rows']>
}

export interface CorrectionTarget {
  readonly range: DemoRange
  readonly market: DemoMarket
  /** The facts as the first run left them. */
  readonly snapshot: Snapshot
}

/** Receives how far the demo world is whenever a part begins or ends. */
export type DemoProgress = (state: {
  written: number
  total: number
  running: readonly string[]
}) => void

export interface DemoOptions {
  onProgress?: DemoProgress | undefined
  /** How many of its days are recorded, up to now; absent: all. */
  recordedDays?: number
  /** How many of its names take part; absent: all. */
  share?: number
}

/** Fills an empty store with the demo world, from two years back until now. */
export async function createDemo(
  store: Store,
  clock: Clock,
  parts: readonly DemoPart[],
  { onProgress = () => undefined, recordedDays = DEMO_DAYS, share = 1 }: DemoOptions = {},
): Promise<void> {
  const toSecond = lastStep(clock)
  const todaySec = dayStart(toSecond)
  const firstDaySec = todaySec - DEMO_DAYS * DAY_SEC
  const range = { firstDaySec, fromSec: todaySec - recordedDays * DAY_SEC - 1, toSec: toSecond }
  const world = { range, market: demoMarket(share) }
  await write(store, clock, world, parts, { isFirst: true, onProgress })
  await correct(store, clock, world, parts)
}

/** A range of a market. */
interface World {
  range: DemoRange
  market: DemoMarket
}

/** Revisions and held readings, so that `/meta` has something to show. */
async function correct(
  store: Store,
  clock: Clock,
  { range, market }: World,
  parts: readonly DemoPart[],
): Promise<void> {
  const target = { range, market, snapshot: store.snapshot() }
  const corrected = await Promise.all(parts.map((part) => part.correct?.(target) ?? []))
  const rows = corrected.flat()
  if (rows.length === 0) return
  const all = rows.flatMap(({ rows: ofFact }) => ofFact)
  const held = all.filter(({ quality }) => quality === 'held').length
  const options = { source: DEMO_SOURCE, clock, note: JSON.stringify(range) }
  await commitRows(store, options, async () => ({
    rows,
    counts: { accepted: all.length - held, rejected: 0, held },
  }))
}

/** Lets the demo world catch up with the clock. Returns whether anything was added. */
export async function advanceDemo(
  store: Store,
  clock: Clock,
  parts: readonly DemoPart[],
): Promise<boolean> {
  const ranges = (await listDemoRuns(store)).map(rangeOf)
  const [first] = ranges
  if (first === undefined) throw new Error('The store has no demo world that could advance.')
  const fromSec = Math.max(...ranges.map((range) => range.toSec))
  const toSecond = lastStep(clock)
  if (toSecond <= fromSec) return false
  const range = { firstDaySec: first.firstDaySec, fromSec, toSec: toSecond }
  const world = { range, market: demoMarket() }
  await write(store, clock, world, parts, { isFirst: false, onProgress: () => undefined })
  return true
}

/** The note of a run holds its range, so that the next one begins where it ended. */
function rangeOf(run: Run): DemoRange {
  return JSON.parse(run.note) as DemoRange
}

function lastStep(clock: Clock): number {
  const nowSec = toSec(clock.nowMs())
  return nowSec - (nowSec % STEP_SEC)
}

async function write(
  store: Store,
  clock: Clock,
  world: World,
  parts: readonly DemoPart[],
  { isFirst, onProgress }: { isFirst: boolean; onProgress: DemoProgress },
): Promise<void> {
  const options = {
    source: DEMO_SOURCE,
    clock,
    note: JSON.stringify(world.range),
    isGenerated: true,
    isDistinct: true,
  }
  await commitRun(store, options, async (stage) => {
    await writeParts(parts, { ...world, isFirst, stage, engine: store.engine }, onProgress)
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
}

/** After a failure, what the others have begun is finished before it is thrown. */
async function writeParts(
  parts: readonly DemoPart[],
  target: DemoTarget,
  onProgress: DemoProgress,
): Promise<void> {
  const waiting = [...parts]
  const begun = new Map<DemoPart, Promise<void>>()
  const running = new Set<string>()
  let written = 0
  const report = () => onProgress({ written, total: parts.length, running: [...running] })
  const writeOne = async (part: DemoPart) => {
    await Promise.all((part.after ?? []).map((other) => begun.get(other)))
    running.add(part.name)
    report()
    await part.write(target)
    running.delete(part.name)
    written++
    report()
  }
  // A part is listed after those it reads, so that these have begun when its turn comes.
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const end = writeOne(part)
      begun.set(part, end)
      await end
    }
  }
  await settleAll(Array.from({ length: CONCURRENT_PARTS }, lane))
}
