import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { UsageError } from '../lib/errors.ts'
import {
  type Engine,
  READ_SETTINGS,
  type ReaderOptions,
  type StatementReader,
  WRITE_SETTINGS,
} from './engine.ts'
import { InFlight } from './in-flight.ts'

type Client = ReturnType<typeof createClient>

/** Begins the ids of statements that write. */
const WRITES = 'w'
const MAX_KILLS = 12
const KILL_INTERVAL_MS = 250
const MAX_CONNECTIONS = 32
const REQUEST_TIMEOUT_MS = 600_000
const WRITING = {
  ...WRITE_SETTINGS,
  distributed_foreground_insert: 1,
  distributed_product_mode: 'global',
} as ClickHouseSettings
const READING = {
  ...READ_SETTINGS,
  distributed_product_mode: 'global',
  readonly: '1',
} as ClickHouseSettings
// A whole result or an error, and an end of the statement when the caller is gone.
const STATEMENTS = {
  distributed_product_mode: 'global',
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
}

/**
 * ClickHouse servers over HTTP: comma-separated addresses, which may hold user and password. Reads
 * go round all of them.
 */
export async function openServerEngine(urls: string, session: string): Promise<Engine> {
  const clients = urls.split(',').map((url) => connect(url.trim()))
  const [writer] = clients
  if (writer === undefined) throw new UsageError('ALMANAC_STORE_URL holds no address')
  for (const [index, client] of clients.entries())
    await requireAnswer(client, urls.split(',')[index] ?? '')
  let turn = 0
  const reader = (): Client => clients[turn++ % clients.length] ?? writer
  const inFlight = new InFlight()
  // By its ids the servers can tell what this process started from what others did.
  let count = 0
  const run = <T>(work: (queryId: { query_id: string }) => Promise<T>, kind = ''): Promise<T> =>
    inFlight.run(() => work({ query_id: `${session}-${kind}${count++}` }))
  let checkTurn: (() => void) | undefined
  const write = async <T>(work: (queryId: { query_id: string }) => Promise<T>): Promise<T> => {
    checkTurn?.()
    return run(work, WRITES)
  }
  const kill = (condition: string, id: string, mode: 'ASYNC' | 'SYNC' = 'ASYNC') =>
    Promise.allSettled(
      clients.map((client) =>
        client.command({
          query: `KILL QUERY WHERE ${condition} ${mode}`,
          query_params: { id },
        }),
      ),
    )
  // A statement that has not begun yet cannot be killed, so once is not enough.
  const killUntilGone = async (id: string) => {
    for (let tries = 0; tries < MAX_KILLS; tries++) {
      await kill('query_id = {id:String}', id)
      await sleep(KILL_INTERVAL_MS)
    }
  }
  let closing: Promise<void> | undefined
  const statementClients: Client[] = []
  const close = async (): Promise<void> => {
    await inFlight.stop(() => kill('startsWith(query_id, {id:String})', session))
    for (const client of [...clients, ...statementClients]) await client.close()
  }
  const openReader = async ({ settings, url }: ReaderOptions): Promise<StatementReader> => {
    if (url === undefined) throw new Error('statements need an account of their own on a server')
    const client = connect(url, { ...settings, ...STATEMENTS } as ClickHouseSettings)
    statementClients.push(client)
    return {
      read: (sql, { format, params = {}, signal }) =>
        run(async (id) => {
          signal?.throwIfAborted()
          // A server notices that its client is gone only when it has something to send.
          const onAbort = () => void killUntilGone(id.query_id)
          signal?.addEventListener('abort', onAbort, { once: true })
          try {
            const { stream } = await client.exec({
              ...id,
              query: sql,
              query_params: params,
              clickhouse_settings: { default_format: format } as ClickHouseSettings,
              ...(signal === undefined ? {} : { abort_signal: signal }),
            })
            return await buffer(stream)
          } finally {
            signal?.removeEventListener('abort', onAbort)
          }
        }),
    }
  }

  return {
    kind: 'server',
    query: (sql, params = {}) =>
      run(async (id) => {
        const result = await reader().query({
          ...id,
          query: sql,
          query_params: params,
          format: 'JSONEachRow',
          clickhouse_settings: READING,
        })
        return result.json()
      }),
    columns: (sql, params = {}) =>
      run(async (id) => {
        const { stream } = await reader().exec({
          ...id,
          query: `${sql} FORMAT JSONColumns`,
          query_params: params,
          clickhouse_settings: READING,
        })
        return JSON.parse(await text(stream))
      }),
    writerQuery: (sql, params = {}) =>
      run(async (id) => {
        const request = { ...id, query: sql, query_params: params, format: 'JSONEachRow' } as const
        return (await writer.query(request)).json()
      }),
    command: (sql, params = {}) =>
      write(async (id) => {
        await writer.command({ ...id, query: sql, query_params: params })
      }),
    ddl: (sql, params = {}) =>
      write(async (id) => {
        // The first node comes last: what is missing there is missing somewhere, so a change that
        // was cut off is done again.
        for (const client of clients.toReversed()) {
          checkTurn?.()
          await client.command({ ...id, query: sql, query_params: params })
        }
      }),
    insert: async (table, rows) => {
      if (rows.length > 0)
        await write((id) => writer.insert({ ...id, table, values: rows, format: 'JSONEachRow' }))
    },
    streamInsert: (sql, bytes) =>
      write(async (id) => {
        const { stream } = await writer.exec({ ...id, query: sql, values: Readable.from(bytes) })
        stream.resume()
      }),
    stream: (sql, format, params = {}) =>
      run(async (id) => {
        const query = `${sql} FORMAT ${format}`
        return (await writer.exec({ ...id, query, query_params: params })).stream
      }),
    openReader,
    guardWrites: (check) => {
      checkTurn = check
    },
    cancelWrites: (of) => kill('startsWith(query_id, {id:String})', `${of}-${WRITES}`, 'SYNC'),
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

function connect(url: string, settings: ClickHouseSettings = WRITING): Client {
  return createClient({
    url,
    max_open_connections: MAX_CONNECTIONS,
    request_timeout: REQUEST_TIMEOUT_MS,
    clickhouse_settings: settings,
    // Errors are thrown and reported by the caller; the client need not print them too.
    log: { level: ClickHouseLogLevel.OFF },
  })
}

async function requireAnswer(client: Client, url: string): Promise<void> {
  const ping = await client.ping({ select: true })
  if (ping.success) return
  const { protocol, host } = new URL(url)
  throw new UsageError(
    `ALMANAC_STORE_URL: no ClickHouse server answers at ${protocol}//${host} (${ping.error.message.split('\n')[0]})`,
  )
}
