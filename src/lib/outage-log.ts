import type { Logger } from 'pino'

const MINUTE_MS = 60_000

/** What may fail often: a line when it begins, one a minute, one when it has stayed well. */
export class OutageLog {
  readonly #log: Logger
  readonly #what: string
  #last: object = {}
  #failures = 0
  #total = 0
  readonly #quietMinutes: number
  #minutesWithout = 0
  #timer: NodeJS.Timeout | undefined

  constructor(log: Logger, what: string, quietMinutes = 1) {
    this.#log = log
    this.#what = what
    this.#quietMinutes = quietMinutes
  }

  failed(error: unknown, details: object = {}): void {
    this.#last = { err: error, ...details }
    this.#failures++
    this.#total++
    if (this.#timer !== undefined) return
    this.#log.error(this.#last, this.#what)
    this.#failures = 0
    this.#timer = setInterval(() => this.#sumUp(), MINUTE_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #sumUp(): void {
    if (this.#failures > 0) {
      this.#log.error({ ...this.#last, failures: this.#failures }, `${this.#what}, again`)
      this.#failures = 0
      this.#minutesWithout = 0
      return
    }
    this.#minutesWithout++
    if (this.#minutesWithout < this.#quietMinutes) return
    const quiet = this.#quietMinutes === 1 ? 'minute' : `${this.#quietMinutes} minutes`
    this.#log.warn({ failures: this.#total }, `${this.#what}: over, none in the last ${quiet}`)
    this.#minutesWithout = 0
    this.#total = 0
    this.close()
  }
}
