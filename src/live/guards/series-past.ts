import { type Past, type Reading, TOTAL, totalOf } from './rules/guard.ts'
import { TimeSeries } from './rules/time-series.ts'

/** A stored reading: its sums line by line, and its parts where it is the newest. */
export interface Point {
  atSec: number
  isCarried: boolean
  lines: readonly (readonly [string, number])[]
  parts: ReadonlyMap<string, number> | undefined
}

/** Where the figures come from that are served in place of a held reading. */
export interface Served {
  value: number
  /** The timestamp whose rows are repeated; undefined when this one has a good reading itself. */
  fromSec: number | undefined
  /** The reading of this run that is repeated; undefined: its rows are in the store. */
  reading: Reading | undefined
}

/** A series up to now, growing while the readings of a run are evaluated in order of time. */
export class SeriesPast implements Past {
  parts: ReadonlyMap<string, number> | undefined
  readonly #lines = new Map<string, TimeSeries>()
  readonly #stored = new TimeSeries()
  readonly #published: Reading[] = []

  line(name: string): TimeSeries {
    return this.#lines.getOrInsertComputed(name, () => new TimeSeries())
  }

  /** A reading of the store; they come oldest first. */
  load({ atSec, lines, isCarried, parts }: Point): void {
    for (const [name, value] of lines) {
      this.line(name).add(atSec, value, isCarried)
      if (name === TOTAL) this.#stored.add(atSec, value, isCarried)
    }
    if (parts !== undefined) this.parts = parts
  }

  /** A reading of this run that is published. */
  publish(reading: Reading): void {
    for (const [name, value] of reading.lines) this.line(name).add(reading.atSec, value)
    this.parts = reading.parts
    this.#published.push(reading)
  }

  /** A reading of this run was held: what was there before is served instead. */
  carry(atSec: number): Served | undefined {
    const stored = this.#stored.at(atSec)
    if (stored?.atSec === atSec)
      return { value: stored.value, fromSec: undefined, reading: undefined }
    const reading = this.#published.findLast((one) => one.atSec < atSec)
    for (const line of this.#lines.values()) {
      const before = line.before(atSec)
      if (before !== undefined) line.add(atSec, before.value, true)
    }
    if (reading !== undefined && (stored === undefined || reading.atSec >= stored.atSec))
      return { value: totalOf(reading), fromSec: reading.atSec, reading }
    return stored && { value: stored.value, fromSec: stored.atSec, reading: undefined }
  }
}
