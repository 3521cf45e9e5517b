import { LRUCache } from 'lru-cache'
import { States } from '../../cache/states.ts'
import { HOUR_SEC } from '../../lib/clock.ts'
import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { Store } from '../../store/store.ts'
import { TOTAL } from './guard.ts'
import { openHoldsState, type StoredHold } from './open-holds.ts'
import { listReadings } from './readings.ts'
import type { Point } from './series-past.ts'
import { nameOf, type Watch } from './watch.ts'

type Row = Record<string, unknown>

/** All that the store has of a series from a moment on, oldest first. */
export interface SeriesPoints {
  fromSec: number
  points: readonly Point[]
}

interface Remembered extends SeriesPoints {
  /** When its fact was begun to be followed. */
  sinceRun: number
}

interface Followed {
  sinceRun: number
  /** The last run of the fact that is remembered. */
  run: number
}

// About 60 MB.
const MOST_POINTS = 300_000

/**
 * What guards ask the store for again and again, kept from one live run to the next: asking takes
 * longer than judging. Runs tell what they committed; what anybody else writes into a fact makes
 * its memory void.
 */
export class GuardMemory {
  readonly #journal: Store['journal']
  readonly #states: States
  readonly #followed = new Map<string, Followed>()
  readonly #series = new LRUCache<string, Remembered>({
    maxSize: MOST_POINTS,
    sizeCalculation: ({ points }) => points.length + 1,
  })

  constructor(store: Store) {
    this.#journal = store.journal
    this.#states = new States(store)
  }

  /** All open holds. */
  openHolds(snapshot: Snapshot): Promise<readonly StoredHold[]> {
    return this.#states.get(openHoldsState, snapshot)
  }

  /**
   * What the store has of a series from a moment on, if that is remembered and all of it lies
   * before another moment.
   */
  recall(
    snapshot: Snapshot,
    watch: Watch,
    asked: { series: string; fromSec: number; beforeSec: number },
  ): readonly Point[] | undefined {
    const { series, fromSec, beforeSec } = asked
    const sinceRun = this.#follow(snapshot, watch.fact)
    const known = this.#series.get(placeOf(watch, series))
    if (known === undefined || known.sinceRun !== sinceRun || known.fromSec > fromSec)
      return undefined
    if ((known.points.at(-1)?.atSec ?? 0) >= beforeSec) return undefined
    const points = known.points.filter(({ atSec }) => atSec >= fromSec)
    // Time goes on, and nobody looks further back than this again.
    if (points.length < known.points.length) this.keep(snapshot, watch, { series, fromSec, points })
    return points
  }

  /** Remembers what a snapshot showed of a series, up to the newest there is. */
  keep(snapshot: Snapshot, watch: Watch, found: SeriesPoints & { series: string }): void {
    const sinceRun = this.#follow(snapshot, watch.fact)
    const { series, fromSec, points } = found
    if (sinceRun !== undefined)
      this.#series.set(placeOf(watch, series), { fromSec, points, sinceRun })
  }

  /** A run was committed with these rows. */
  note(
    run: number,
    fact: Fact,
    { watches, rows }: { watches: readonly Watch[]; rows: readonly Row[] },
  ): void {
    const followed = this.#followed.get(fact.name)
    if (followed === undefined || rows.length === 0) return
    if (followed.run !== this.#journal.versionAt([fact.name], run - 1)) {
      this.#followed.delete(fact.name)
      return
    }
    followed.run = run
    for (const watch of watches.filter((one) => one.fact.name === fact.name)) this.#add(watch, rows)
  }

  #add(watch: Watch, rows: readonly Row[]): void {
    const readings = listReadings(watch, rows).sort((a, b) => a.reading.atSec - b.reading.atSec)
    for (const { reading, rows: own } of readings) {
      const place = placeOf(watch, reading.series)
      const known = this.#series.peek(place)
      if (known === undefined) continue
      const newest = known.points.at(-1)
      // A moment that was read before has rows of both readings now: the store knows which count.
      if (newest !== undefined && newest.atSec >= reading.atSec) {
        this.#series.delete(place)
        continue
      }
      const isCarried = own.every(({ quality }) => quality === 'carried')
      const point = {
        atSec: reading.atSec,
        isCarried,
        lines: linesOf(watch, reading.lines),
        parts: reading.parts,
      }
      this.#series.set(place, { ...known, points: withNewest(known.points, point) })
    }
  }

  /**
   * Since which run a fact is followed; undefined when the snapshot is older than what is
   * remembered.
   */
  #follow(snapshot: Snapshot, fact: Fact): number | undefined {
    const run = this.#journal.versionAt([fact.name], snapshot.run)
    const followed = this.#followed.get(fact.name)
    if (followed !== undefined && run < followed.run) return undefined
    if (followed?.run === run) return followed.sinceRun
    this.#followed.set(fact.name, { sinceRun: run, run })
    return run
  }
}

/** Of every hour the last reading counts, and only the newest has its parts. */
function withNewest(points: readonly Point[], point: Point): Point[] {
  const last = points.at(-1)
  if (last === undefined) return [point]
  const isSameHour = Math.floor(last.atSec / HOUR_SEC) === Math.floor(point.atSec / HOUR_SEC)
  return [...points.slice(0, -1), ...(isSameHour ? [] : [{ ...last, parts: undefined }]), point]
}

function linesOf(watch: Watch, lines: ReadonlyMap<string, number>): [string, number][] {
  return watch.split === undefined ? [[TOTAL, lines.get(TOTAL) ?? 0]] : [...lines]
}

function placeOf(watch: Watch, series: string): string {
  return `${nameOf(watch)} ${series}`
}
