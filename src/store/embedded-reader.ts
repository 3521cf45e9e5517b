import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseSettings } from '@clickhouse/client'
import { literal, type Sql, sql } from '../lib/sql.ts'
import type { Client, EmbeddedConnection } from './embedded-connection.ts'
import type { ReadOptions, StatementReader } from './engine.ts'

interface ReaderParts {
  connection: EmbeddedConnection
  run<T>(work: () => Promise<T>): Promise<T>
  /** Runs a statement on a connection that is free. */
  kill(statement: Sql): Promise<void>
}

const KILL_INTERVAL_MS = 50
let statementCount = 0

/** Reads by a connection of its own, for statements that may fail or be cancelled. */
export function embeddedReader({ connection, run, kill }: ReaderParts): StatementReader {
  const readOn = async (
    client: Client,
    query: string,
    { format, params = {}, signal }: ReadOptions,
  ): Promise<Buffer> => {
    signal?.throwIfAborted()
    // The embedded engine has no ids of statements: a comment in front tells one from another.
    const mark = `/* statement ${statementCount++} */`
    let isRunning = true
    const cancel = async () => {
      // A statement that has not begun yet cannot be killed, so once is not enough.
      while (isRunning) {
        const isMarked = sql`startsWith(query, ${literal(mark)})`
        await kill(sql`KILL QUERY WHERE ${isMarked} ASYNC`).catch(() => undefined)
        await sleep(KILL_INTERVAL_MS)
      }
    }
    const onAbort = () => void cancel()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const { stream } = await client.exec({
        query: `${mark} ${query}`,
        query_params: params,
        clickhouse_settings: { default_format: format } as ClickHouseSettings,
      })
      return await buffer(stream)
    } finally {
      isRunning = false
      signal?.removeEventListener('abort', onAbort)
    }
  }
  return {
    read: (statement, options) =>
      run(() => connection.run(statement, (client, query) => readOn(client, query, options))),
  }
}
