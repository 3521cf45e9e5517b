/** What went into bridges and out of them on a chain in some time. */
export interface Flow {
  readonly depositUsd: number
  readonly withdrawUsd: number
  readonly depositTxs: number
  readonly withdrawTxs: number
}

export const NO_FLOW: Flow = { depositUsd: 0, withdrawUsd: 0, depositTxs: 0, withdrawTxs: 0 }

export function addFlows(a: Flow, b: Flow): Flow {
  return {
    depositUsd: a.depositUsd + b.depositUsd,
    withdrawUsd: a.withdrawUsd + b.withdrawUsd,
    depositTxs: a.depositTxs + b.depositTxs,
    withdrawTxs: a.withdrawTxs + b.withdrawTxs,
  }
}

/** The same money from the other side: what was put in here comes out there (bridges.md). */
export function invertFlow(flow: Flow): Flow {
  return {
    depositUsd: flow.withdrawUsd,
    withdrawUsd: flow.depositUsd,
    depositTxs: flow.withdrawTxs,
    withdrawTxs: flow.depositTxs,
  }
}

/** Half of what went in and what came out, since bridged money did both (bridges.md). */
export function volumeUsd({ depositUsd, withdrawUsd }: Flow): number {
  return (depositUsd + withdrawUsd) / 2
}

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

/** A sum of 256 bits, added in two halves so that no digit is lost (bridges.md#exact-sums). */
export function exactAmount(highHalves: string, lowHalves: string): string {
  return ((BigInt(highHalves) << 128n) + BigInt(lowHalves)).toString()
}
