import { addValues } from '../../../lib/add-values.ts'

/** Daily values from `firstDay`, a number of days since 1970; NaN where there is none. */
export interface DailySeries {
  readonly firstDay: number
  readonly usd: Float64Array
}

const ALWAYS = { fromDay: Number.NEGATIVE_INFINITY, untilDay: Number.POSITIVE_INFINITY, share: 1 }

/** A sum of daily series; a day without any value has none either: missing is not zero. */
export class DailySum implements DailySeries {
  firstDay = 0
  usd = new Float64Array(0)

  /** Adds a share of a series, between two days if given; `untilDay` is no longer part. */
  add(series: DailySeries, { fromDay, untilDay, share } = ALWAYS): void {
    const from = Math.max(fromDay, series.firstDay)
    const until = Math.min(untilDay, series.firstDay + series.usd.length)
    if (from >= until) return
    this.#reach(from, until)
    const values = series.usd.subarray(from - series.firstDay, until - series.firstDay)
    addValues(this.usd.subarray(from - this.firstDay), values, share)
  }

  /** Makes room for the days from one to another. */
  #reach(from: number, until: number): void {
    const end = this.firstDay + this.usd.length
    const isEmpty = this.usd.length === 0
    const [first, last] = isEmpty
      ? [from, until]
      : [Math.min(from, this.firstDay), Math.max(until, end)]
    if (!isEmpty && first === this.firstDay && last === end) return
    const wider = new Float64Array(last - first).fill(Number.NaN)
    if (!isEmpty) wider.set(this.usd, this.firstDay - first)
    this.firstDay = first
    this.usd = wider
  }
}
