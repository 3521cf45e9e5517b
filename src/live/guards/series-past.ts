import { type Past, type Reading, TOTAL } from './rules/guard.ts'
import { Line } from './rules/time-series.ts'

/**
 * A reading of the past, as guards need it: sums line by line, and the parts where it is the
 * newest.
 */
export interface Point {
  atSec: number
  isCarried: boolean
  lines: readonly (readonly [string, number])[]
  parts: ReadonlyMap<string, number> | undefined
}

/** Where the figures come from that are served in place of a held reading. */
export interface Served {
  value: number
  /**
   * The moment whose rows are repeated; undefined when the moment itself has an earlier good
   * reading, which simply stays.
   */
  fromSec: number | undefined
  /** The reading of this run that is repeated; undefined: its rows are in the store. */
  reading: Reading | undefined
}

/** A series up to now, growing while the readings of a run are judged in order of time. */
export class SeriesPast implements Past {
  parts: ReadonlyMap<string, number> | undefined
  readonly #lines = new Map<string, Line>()
  readonly #stored = new Line()
  readonly #published: Reading[] = []

  line(name: string): Line {
    let line = this.#lines.get(name)
    if (line === undefined) {
      line = new Line()
      this.#lines.set(name, line)
    }
    return line
  }

  /** Readings that are in the store, oldest first. */
  loadAll(points: readonly Point[]): void {
    for (const { atSec, lines, isCarried, parts } of points) {
      this.load(atSec, lines, isCarried)
      if (parts !== undefined) this.parts = parts
    }
  }

  load(atSec: number, lines: Iterable<readonly [string, number]>, isCarried: boolean): void {
    for (const [name, value] of lines) {
      this.line(name).add(atSec, value, isCarried)
      if (name === TOTAL) this.#stored.add(atSec, value, isCarried)
    }
  }

  /** A reading of this run that is published. */
  publish(reading: Reading): void {
    for (const [name, value] of reading.lines) this.line(name).add(reading.atSec, value)
    this.parts = reading.parts
    this.#published.push(reading)
  }

  /** A reading of this run was held: what was there before stands in its place. */
  carry(atSec: number): Served | undefined {
    const kept = this.#stored.at(atSec)
    if (kept?.atSec === atSec) return { value: kept.value, fromSec: undefined, reading: undefined }
    const reading = this.#published.findLast((one) => one.atSec < atSec)
    for (const line of this.#lines.values()) {
      const before = line.before(atSec)
      if (before !== undefined) line.add(atSec, before.value, true)
    }
    if (reading !== undefined && reading.atSec >= (kept?.atSec ?? 0))
      return { value: reading.lines.get(TOTAL) ?? 0, fromSec: reading.atSec, reading }
    return kept === undefined
      ? undefined
      : { value: kept.value, fromSec: kept.atSec, reading: undefined }
  }
}
