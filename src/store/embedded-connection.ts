import { buffer } from 'node:stream/consumers'
import type { createClient } from '@clickhouse/client'
import { requireOnlyFiles } from './file-access.ts'

export type Client = ReturnType<typeof createClient>

/** A connection to the embedded engine: it runs one statement after the other. */
export class EmbeddedConnection {
  readonly #client: Client
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #isClear = true

  constructor(client: Client) {
    this.#client = client
  }

  /** Statements that run or wait here. */
  get waiting(): number {
    return this.#waiting
  }

  /** Runs a statement, which must reach no other file than these. */
  async run<T>(
    sql: string,
    work: (client: Client) => Promise<T>,
    files: readonly string[] = [],
  ): Promise<T> {
    requireOnlyFiles(sql, files)
    return this.#enqueue(work)
  }

  /** Inserts rows, which are no SQL. */
  insert(table: string, rows: readonly object[]): Promise<unknown> {
    requireOnlyFiles(`INSERT INTO ${table}`, [])
    return this.#enqueue((client) => client.insert({ table, values: rows, format: 'JSONEachRow' }))
  }

  #enqueue<T>(work: (client: Client) => Promise<T>): Promise<T> {
    this.#waiting++
    const next = this.#last.then(() => this.#runNext(work)).finally(() => this.#waiting--)
    this.#last = next.catch(() => undefined)
    return next
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #runNext<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (!this.#isClear) await this.#clear()
    this.#isClear = false
    try {
      const result = await work(this.#client)
      this.#isClear = true
      return result
    } catch (error) {
      // If this fails too, it is tried again before the next statement.
      await this.#clear().catch(() => undefined)
      throw error
    }
  }

  /**
   * A failed statement keeps its memory until the next one begins, and the rows that it had written
   * by then come before that one's own. So the next one is for nobody. (Closing the connection
   * would do the same, but the library closes none while any other has a statement running.)
   */
  async #clear(): Promise<void> {
    const { stream } = await this.#client.exec({ query: 'SELECT 1' })
    await buffer(stream)
    this.#isClear = true
  }
}
