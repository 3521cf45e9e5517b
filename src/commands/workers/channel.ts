import type { Taken } from '../../accounts/rate-limit.ts'
import type { Figures } from '../../http/metrics.ts'

// A process that does not answer is left out, so that metrics of the others can be read.
const MAX_RESPONSE_MS = 5_000

/** What the main process and its workers tell each other. */
export interface Words {
  /** A worker listens at this URL, and waits to be let on. */
  listening: string
  /** A worker cannot start, and why. */
  failed: string
  /** The main process is ready: the worker may starts accepting requests. */
  start: null
  /** The worker starts accepting requests. */
  ready: null
  /** Requests that were admitted, for the limits of all. */
  taken: Taken[]
}

/** What they ask each other. */
export interface Requests {
  /** Whether the main process is ready, so that a worker need not wait for it. */
  isReady: boolean
  /** The metrics of all processes, as text. */
  metrics: string
  /** The metrics of one worker. */
  figures: Figures
}

export interface Handlers {
  words: { [W in keyof Words]?: (value: Words[W]) => void }
  responses: { [Q in keyof Requests]?: () => Promise<Requests[Q]> }
}

/** The connection of two processes, as Node gives it to either of them. */
export interface Port {
  send(message: object, sent: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
}

type Message =
  | { word: keyof Words; value: never }
  | { request: keyof Requests; id: number }
  | { respond: number; value: unknown }

/** One end of the connection between the main process and a worker. */
export class Channel {
  readonly #port: Port
  readonly #handlers: Handlers
  readonly #waiting = new Map<number, (value: unknown) => void>()
  #lastId = 0

  constructor(port: Port, handlers: Handlers) {
    this.#port = port
    this.#handlers = handlers
    port.on('message', (message) => this.#receive(message as Message))
  }

  /** Resolves when it was sent, or the other process is gone. */
  tell<W extends keyof Words>(word: W, value: Words[W]): Promise<void> {
    return this.#send({ word, value })
  }

  /** Resolves to `undefined` when no response comes. */
  ask<Q extends keyof Requests>(request: Q): Promise<Requests[Q] | undefined> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const done = (value?: unknown) => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        resolve(value as Requests[Q] | undefined)
      }
      const timer = setTimeout(done, MAX_RESPONSE_MS).unref()
      this.#waiting.set(id, done)
      this.#send({ request, id })
    })
  }

  #receive(message: Message): void {
    if ('word' in message) this.#handlers.words[message.word]?.(message.value)
    else if ('respond' in message) this.#waiting.get(message.respond)?.(message.value)
    else this.#respond(message.request, message.id)
  }

  async #respond(request: keyof Requests, id: number): Promise<void> {
    const value = await this.#handlers.responses[request]?.().catch(() => undefined)
    this.#send({ respond: id, value })
  }

  #send(message: object): Promise<void> {
    return new Promise((resolve) => {
      this.#port.send(message, () => resolve())
    })
  }
}
