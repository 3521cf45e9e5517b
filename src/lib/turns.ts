import { Slots } from './slots.ts'

/** Runs work by name: never two of the same name at once, and at most `maximum` in all. */
export class Turns {
  readonly #slots: Slots
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(maximum: number) {
    this.#slots = new Slots(maximum)
  }

  isBusy(name: string): boolean {
    return this.#last.has(name)
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name)
    const turn = (before ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#slots.run(work))
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
}
