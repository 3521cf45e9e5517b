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
  readonly #flows: readonly (DayFlow | undefined)[]

  /** Begins and ends with a day that has a transfer. */
  constructor(firstDay: number, flows: readonly (DayFlow | undefined)[]) {
    const last = flows.at(-1)
    if (last === undefined) throw new RangeError('The last day must have a transfer.')
    this.firstDay = firstDay
    this.endDay = firstDay + flows.length
    this.lastSec = last.lastSec
    this.#flows = flows
  }

  /** A day without transfers moved nothing. */
  ofDay(day: number): Flow {
    return this.#flows[day - this.firstDay] ?? NO_FLOW
  }
}
