import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { UsageError } from '../lib/errors.ts'
import { type Engine, READ_SETTINGS, WRITE_SETTINGS } from './engine.ts'

type Client = ReturnType<typeof createClient>

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

/**
 * ClickHouse servers over HTTP: comma-separated addresses, which may hold user and password. Reads
 * go round all of them.
 */
export async function openServerEngine(urls: string): Promise<Engine> {
  const clients = urls.split(',').map((url) => connect(url.trim()))
  const [writer] = clients
  if (writer === undefined) throw new UsageError('ALMANAC_STORE_URL holds no address')
  for (const [index, client] of clients.entries())
    await requireAnswer(client, urls.split(',')[index] ?? '')
  let turn = 0
  const reader = (): Client => clients[turn++ % clients.length] ?? writer

  return {
    kind: 'server',
    query: async (sql, params = {}) => {
      const result = await reader().query({
        query: sql,
        query_params: params,
        format: 'JSONEachRow',
        clickhouse_settings: READING,
      })
      return result.json()
    },
    columns: async (sql, params = {}) => {
      const { stream } = await reader().exec({
        query: `${sql} FORMAT JSONColumns`,
        query_params: params,
        clickhouse_settings: READING,
      })
      return JSON.parse(await text(stream))
    },
    writerQuery: async (sql, params = {}) => {
      const result = await writer.query({ query: sql, query_params: params, format: 'JSONEachRow' })
      return result.json()
    },
    command: async (sql, params = {}) => {
      await writer.command({ query: sql, query_params: params })
    },
    ddl: async (sql, params = {}) => {
      // The first node comes last: what is missing there is missing somewhere, so a change that was
      // cut off is done again.
      for (const client of clients.toReversed())
        await client.command({ query: sql, query_params: params })
    },
    insert: async (table, rows) => {
      if (rows.length > 0) await writer.insert({ table, values: rows, format: 'JSONEachRow' })
    },
    streamInsert: async (sql, bytes) => {
      const { stream } = await writer.exec({ query: sql, values: Readable.from(bytes) })
      stream.resume()
    },
    stream: async (sql, format, params = {}) => {
      const { stream } = await writer.exec({
        query: `${sql} FORMAT ${format}`,
        query_params: params,
      })
      return stream
    },
    close: async () => {
      for (const client of clients) await client.close()
    },
  }
}

function connect(url: string): Client {
  return createClient({
    url,
    max_open_connections: MAX_CONNECTIONS,
    request_timeout: REQUEST_TIMEOUT_MS,
    clickhouse_settings: WRITING,
    // Errors are thrown and reported by whoever asked; the client need not print them too.
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
