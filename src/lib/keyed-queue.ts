import { Slots } from './slots.ts'

/** Runs work by key: never two of the same key at once, and at most `maximum` in all. */
export class KeyedQueue {
  readonly #slots: Slots
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(maximum: number) {
    this.#slots = new Slots(maximum)
  }

  isBusy(key: string): boolean {
    return this.#last.has(key)
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const ended = (before ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#slots.run(work))
    this.#last.set(key, ended)
    try {
      return await ended
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key)
    }
  }

  /** Resolves when nothing is running or waiting. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values())
  }
}
