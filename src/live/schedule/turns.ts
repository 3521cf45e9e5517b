/** Runs work by name: never two of the same name at once, and at most `maximum` in all. */
export class Turns {
  readonly #maximum: number
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  isBusy(name: string): boolean {
    return this.#last.has(name)
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name)
    const turn = (before ?? Promise.resolve()).catch(() => undefined).then(() => this.#within(work))
    this.#last.set(name, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(name) === turn) this.#last.delete(name)
    }
  }

  /** Resolves when nothing is running or waiting. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values())
  }

  async #within<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maximum) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The slot is handed on, so that nothing slips in between.
      if (next === undefined) this.#running--
      else next()
    }
  }
}
