import { type Flow, NO_FLOW } from './flow.ts'

/** A flow of one day, with the time of its last transfer. */
export interface DayFlow extends Flow {
  readonly lastSec: number
}

/** Flows of a bridge on one chain, by UTC days numbered from 1970. */
export class DailyFlows {
  readonly firstDay: number
  /** One past the last day. */
  readonly endDay: number
  /** Time of the newest transfer. */
  readonly lastSec: number
  readonly #byDay: ReadonlyMap<number, DayFlow>

  /** Only days with a transfer, in their order. */
  constructor(byDay: ReadonlyMap<number, DayFlow>) {
    const last = [...byDay].at(-1)
    if (last === undefined) throw new RangeError('There is no day with a transfer.')
    const [lastDay, { lastSec }] = last
    this.firstDay = Math.min(...byDay.keys())
    this.endDay = lastDay + 1
    this.lastSec = lastSec
    this.#byDay = byDay
  }

  /** A day without transfers moved nothing. */
  ofDay(day: number): Flow {
    return this.#byDay.get(day) ?? NO_FLOW
  }
}
