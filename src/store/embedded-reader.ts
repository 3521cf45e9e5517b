import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseSettings, createClient } from '@clickhouse/client'
import type { ReadOptions, StatementReader } from './engine.ts'

type Client = ReturnType<typeof createClient>

interface ReaderParts {
  open(): Promise<Client>
  run<T>(work: () => Promise<T>): Promise<T>
  /** Runs a statement on a connection that is free. */
  kill(query: string): Promise<void>
}

const KILL_INTERVAL_MS = 50
let statementCount = 0

/** A connection to the embedded engine for statements that may fail or be cancelled. */
export class EmbeddedReader implements StatementReader {
  readonly #parts: ReaderParts
  #client: Client | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: ReaderParts) {
    this.#parts = parts
  }

  read(sql: string, options: ReadOptions): Promise<Buffer> {
    // One after the other: the connection of a failed statement is closed.
    const next = this.#last.then(() => this.#readNext(sql, options))
    this.#last = next.catch(() => undefined)
    return next
  }

  #readNext(sql: string, options: ReadOptions): Promise<Buffer> {
    return this.#parts.run(async () => {
      options.signal?.throwIfAborted()
      this.#client ??= await this.#parts.open()
      try {
        return await this.#readOn(this.#client, sql, options)
      } catch (error) {
        // What a failed statement has written would be sent with the next result.
        await this.close()
        throw error
      }
    })
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.close()
  }

  async #readOn(
    client: Client,
    sql: string,
    { format, params = {}, signal }: ReadOptions,
  ): Promise<Buffer> {
    // The embedded engine has no ids of statements: a comment in front tells one from another.
    const mark = `/* statement ${statementCount++} */`
    let isRunning = true
    const cancel = async () => {
      // A statement that has not begun yet cannot be killed, so once is not enough.
      while (isRunning) {
        await this.#parts
          .kill(`KILL QUERY WHERE startsWith(query, '${mark}') ASYNC`)
          .catch(() => undefined)
        await sleep(KILL_INTERVAL_MS)
      }
    }
    const onAbort = () => void cancel()
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted === true) onAbort()
    try {
      const { stream } = await client.exec({
        query: `${mark} ${sql}`,
        query_params: params,
        clickhouse_settings: { default_format: format } as ClickHouseSettings,
      })
      return await buffer(stream)
    } finally {
      isRunning = false
      signal?.removeEventListener('abort', onAbort)
    }
  }
}
