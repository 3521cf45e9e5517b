import type { ServerResponse } from 'node:http'
import { overloaded } from '../errors.ts'

/** Bytes being rendered, and those that sockets have not taken; beyond a limit nothing is begun. */
export class MemoryBudget {
  readonly #limitBytes: number
  /** Connections that wait for a body. One that many read is in memory once. */
  readonly #waiting = new Map<Buffer, number>()
  #usedBytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  requireRoom(): void {
    if (this.#usedBytes >= this.#limitBytes) throw overloaded()
  }

  /** Counts what a renderer reports until it is done; fails when the limit is passed meanwhile. */
  async countRendering<T>(render: (onBytes: (added: number) => void) => Promise<T>): Promise<T> {
    let rendered = 0
    const onBytes = (added: number) => {
      rendered += added
      this.#usedBytes += added
      if (this.#usedBytes > this.#limitBytes) throw overloaded()
    }
    try {
      return await render(onBytes)
    } finally {
      this.#usedBytes -= rendered
    }
  }

  /** Counts bytes while something is done. */
  async countDuring<T>(bytes: number, work: Promise<T>): Promise<T> {
    this.#usedBytes += bytes
    try {
      return await work
    } finally {
      this.#usedBytes -= bytes
    }
  }

  /** Counts a body until the client has read it or is gone. */
  holdUntilSent(body: Buffer, response: ServerResponse): void {
    const connections = this.#waiting.get(body) ?? 0
    if (connections === 0) this.#usedBytes += body.length
    this.#waiting.set(body, connections + 1)
    const release = () => {
      response.off('close', release)
      response.req.socket.off('close', release)
      this.#release(body)
    }
    response.once('close', release)
    // Behind another response on its connection, it is told nothing when that connection ends.
    if (response.socket === null) response.req.socket.once('close', release)
  }

  #release(body: Buffer): void {
    const connections = this.#waiting.get(body) ?? 0
    if (connections > 1) return void this.#waiting.set(body, connections - 1)
    this.#waiting.delete(body)
    this.#usedBytes -= body.length
  }
}
