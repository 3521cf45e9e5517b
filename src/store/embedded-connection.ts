import { buffer } from 'node:stream/consumers'
import type { createClient } from '@clickhouse/client'
import { type Sql, sql, statementText } from '../lib/sql.ts'
import { requireOnlyFiles } from './file-access.ts'

export type Client = ReturnType<typeof createClient>
/** Sends the text of a statement that may run. */
export type Work<T> = (client: Client, query: string) => Promise<T>

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

  /** Runs one statement, which must reach no other file than these. */
  async run<T>(statement: Sql, work: Work<T>, files: readonly string[] = []): Promise<T> {
    const query = statementText(statement)
    requireOnlyFiles(query, files)
    return this.#enqueue((client) => work(client, query))
  }

  /** Inserts rows, which are no SQL. */
  insert(table: Sql, values: readonly object[]): Promise<unknown> {
    const insert = sql`INSERT INTO ${table}`
    const format = 'JSONEachRow'
    return this.run(insert, (client) => client.insert({ table: table.text, values, format }))
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
