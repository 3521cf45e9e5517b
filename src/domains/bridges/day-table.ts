const WIDTH = 4

/** Four numbers a day for some days, column by column as the engine gives them. */
export interface DayRows {
  readonly days: readonly number[]
  readonly columns: readonly [readonly number[], readonly number[], readonly number[], readonly number[]]
}

/** Four numbers for every day from a first to a last one, in one flat array: a thousand days of a bridge on a chain are 32 kB. */
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

  /** One number of a day; 0 on days that nothing is known of. */
  get(day: number, column: 0 | 1 | 2 | 3): number {
    return day < this.firstDay ? 0 : (this.#numbers[(day - this.firstDay) * WIDTH + column] ?? 0)
  }

  /**
   * The same table without what it knew of some days and with new rows, which may be of other days too. This one stays as it is,
   * since an answer may be reading it.
   */
  replace(cleared: Iterable<number>, rows: readonly DayRows[]): DayTable {
    const isEmpty = this.#numbers.length === 0
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
    for (const day of cleared) if (day >= first && day < end) numbers.fill(0, (day - first) * WIDTH, (day - first + 1) * WIDTH)
    for (const { days, columns } of rows) {
      days.forEach((day, index) => {
        columns.forEach((column, place) => {
          numbers[(day - first) * WIDTH + place] = column[index] ?? 0
        })
      })
    }
    return new DayTable(first, numbers)
  }
}
