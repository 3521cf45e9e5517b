/** Work by name: never two of the same name at once, and only so many altogether. */
export class Turns {
  readonly #most: number
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(most: number) {
    this.#most = most
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
    if (this.#running < this.#most) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The place is handed on, so that nobody slips in between.
      if (next === undefined) this.#running--
      else next()
    }
  }
}
