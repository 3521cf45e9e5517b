const WIDTH = 5

/** Up to five numbers a day for some days, column by column as the engine gives them. */
export interface DayRows {
  readonly days: readonly number[]
  readonly columns: readonly (readonly number[])[]
}

/**
 * Five numbers for every day from the first to the last that has any, in one flat array: a thousand
 * days of a bridge on a chain are 40 kB.
 */
export class DayTable {
  static readonly EMPTY = new DayTable(0, new Float64Array(0))
  readonly firstDay: number
  readonly #numbers: Float64Array

  private constructor(firstDay: number, numbers: Float64Array) {
    this.firstDay = firstDay
    this.#numbers = numbers
  }

  /** One past the last day. */
  get endDay(): number {
    return this.firstDay + this.#numbers.length / WIDTH
  }

  get isEmpty(): boolean {
    return this.#numbers.length === 0
  }

  /** One number of a day; 0 on days that nothing is known of. */
  get(day: number, column: 0 | 1 | 2 | 3 | 4): number {
    return day < this.firstDay ? 0 : (this.#numbers[(day - this.firstDay) * WIDTH + column] ?? 0)
  }

  /**
   * The same table without what it knew of some days and with new rows, which may be of other days
   * too. This one stays as it is, since an answer may be reading it.
   */
  replace(cleared: Iterable<number>, rows: readonly DayRows[]): DayTable {
    const { isEmpty } = this
    let first = isEmpty ? Number.POSITIVE_INFINITY : this.firstDay
    let end = isEmpty ? 0 : this.endDay
    for (const { days } of rows) {
      for (const day of days) {
        first = Math.min(first, day)
        end = Math.max(end, day + 1)
      }
    }
    if (end === 0) return this
    const numbers = new Float64Array((end - first) * WIDTH)
    if (!isEmpty) numbers.set(this.#numbers, (this.firstDay - first) * WIDTH)
    for (const day of cleared)
      if (day >= first && day < end)
        numbers.fill(0, (day - first) * WIDTH, (day - first + 1) * WIDTH)
    for (const { days, columns } of rows) {
      days.forEach((day, index) => {
        columns.forEach((column, place) => {
          numbers[(day - first) * WIDTH + place] = column[index] ?? 0
        })
      })
    }
    return DayTable.#trimmed(first, numbers)
  }

  /**
   * Without the days at both ends that nothing is known of: the first and the last day of a series
   * are those with something.
   */
  static #trimmed(firstDay: number, numbers: Float64Array): DayTable {
    const from = numbers.findIndex((value) => value !== 0)
    if (from < 0) return DayTable.EMPTY
    const start = Math.floor(from / WIDTH)
    const end = Math.floor(numbers.findLastIndex((value) => value !== 0) / WIDTH) + 1
    return new DayTable(firstDay + start, numbers.subarray(start * WIDTH, end * WIDTH))
  }
}
