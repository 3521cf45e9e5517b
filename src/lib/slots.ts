/** Does a limited number of things in parallel; the others wait in the order they came. */
export class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The slot goes to the next one, so it never becomes free in between.
      if (next === undefined) this.#free++
      else next()
    }
  }
}
