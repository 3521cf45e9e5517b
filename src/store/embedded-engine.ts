import { text } from 'node:stream/consumers'
import { createClient } from '@clickhouse/client'
import { AlmanacError, UsageError } from '../lib/errors.ts'
import { type Client, EmbeddedConnection } from './embedded-connection.ts'
import { EmbeddedReader } from './embedded-reader.ts'
import {
  type Engine,
  type FileAccess,
  READ_SETTINGS,
  type ReaderOptions,
  type SqlParams,
  type StatementReader,
  WRITE_SETTINGS,
} from './engine.ts'
import { lowerEnginePriority } from './engine-priority.ts'
import { InFlight } from './in-flight.ts'
import { endWithoutRoom } from './stuck-mutations.ts'

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>

// One connection runs one query at a time. A caller may have two requests worked on, so that two
// readers are left for others; two writers make rows of several facts side by side.
const READER_COUNT = 4
const WRITER_COUNT = 2
const MAX_WAITING_PER_READER = 64
const KILL_OTHERS = "KILL QUERY WHERE NOT startsWith(query, 'KILL') ASYNC"

/** The ClickHouse engine in this process, on one data directory. */
export async function openEmbeddedEngine(path: string): Promise<Engine> {
  const createChdbConnection = await loadLibrary()
  const connect = async (
    settings: Record<string, string | number>,
  ): Promise<EmbeddedConnection> => {
    // The two packages declare the same connection under separate types.
    const connection = createChdbConnection({ path }) as unknown as NonNullable<
      ClientOptions['connection']
    >
    const client = createClient({ connection })
    const list = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`)
    // The database that is chosen otherwise takes names of tables for paths of files.
    await client.command({ query: 'USE system' })
    if (list.length > 0) await client.command({ query: `SET ${list.join(', ')}` })
    return new EmbeddedConnection(client)
  }
  const writers: EmbeddedConnection[] = []
  for (let index = 0; index < WRITER_COUNT; index++) writers.push(await connect(WRITE_SETTINGS))
  const readers: EmbeddedConnection[] = []
  for (let index = 0; index < READER_COUNT; index++) {
    // From `readonly = 1` on this connection writes nothing and changes no setting.
    readers.push(await connect({ ...READ_SETTINGS, max_threads: 2, readonly: 1 }))
  }

  lowerEnginePriority()

  const inFlight = new InFlight()
  let closing: Promise<void> | undefined
  // A connection of its own: the others are busy with what is to be cancelled.
  let killer: Promise<EmbeddedConnection> | undefined
  const openKiller = (): Promise<EmbeddedConnection> => {
    killer ??= connect({}).catch((error: unknown) => {
      killer = undefined
      throw error
    })
    return killer
  }
  const kill = async (query: string): Promise<void> => {
    await (await openKiller()).run(query, (client) => client.command({ query }))
  }
  const aside = {
    kill,
    query: async (sql: string) => (await openKiller()).run(sql, (client) => rowsOf(client, sql)),
  }
  const statementConnections: EmbeddedConnection[] = []
  const close = async (): Promise<void> => {
    await inFlight.stop(() => kill(KILL_OTHERS))
    for (const connection of [...readers, ...writers, ...statementConnections])
      await connection.close()
    await (await killer)?.close()
  }
  const openReader = ({ settings }: ReaderOptions): Promise<StatementReader> =>
    inFlight.run(async () => {
      const connection = await connect({ ...settings, readonly: 1 })
      statementConnections.push(connection)
      // The connection has brought threads of its own.
      lowerEnginePriority()
      return new EmbeddedReader({ connection, run: (work) => inFlight.run(work), kill })
    })
  const onReader = <T>(sql: string, work: (client: Client) => Promise<T>): Promise<T> => {
    if (readers.every(({ waiting }) => waiting >= MAX_WAITING_PER_READER)) {
      throw new AlmanacError(
        'overloaded',
        'Too many questions are waiting for the engine. Try again in a moment.',
        {
          headers: { 'Retry-After': '1' },
        },
      )
    }
    return inFlight.run(() => freest(readers).run(sql, work))
  }
  const onWriter = <T>(
    sql: string,
    work: (client: Client) => Promise<T>,
    access?: FileAccess,
  ): Promise<T> => inFlight.run(() => freest(writers).run(sql, work, access?.files))
  const command = (sql: string, params: SqlParams = {}, access?: FileAccess): Promise<void> => {
    const work = async (client: Client) => {
      await client.command({ query: sql, query_params: params })
    }
    const run = () => freest(writers).run(sql, work, access?.files)
    // Only what waits for a mutation names this setting.
    const isMutation = sql.includes('mutations_sync')
    return inFlight.run(() => (isMutation ? endWithoutRoom(run(), aside) : run()))
  }
  const statement = (sql: string, params?: SqlParams) => command(sql, params)
  return {
    kind: 'embedded',
    query: (sql, params) => onReader(sql, (client) => rowsOf(client, sql, params)),
    columns: (sql, params) => onReader(sql, (client) => columnsOf(client, sql, params)),
    writerQuery: (sql, params, access) =>
      onWriter(sql, (client) => rowsOf(client, sql, params), access),
    queryNodes: async (sql, params) => [
      await onWriter(sql, (client) => rowsOf(client, sql, params)),
    ],
    command,
    ddl: statement,
    onEveryNode: statement,
    onShards: statement,
    insert: async (table, rows) => {
      if (rows.length > 0) await inFlight.run(() => freest(writers).insert(table, rows))
    },
    streamInsert: () => Promise.reject(new Error('the embedded engine reads files itself')),
    stream: async (sql, format, params) => {
      const { stream } = await onWriter(sql, (client) =>
        client.exec({ query: `${sql} FORMAT ${format}`, query_params: params ?? {} }),
      )
      return stream
    },
    openReader,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

function freest(connections: readonly EmbeddedConnection[]): EmbeddedConnection {
  return connections.reduce((least, candidate) =>
    candidate.waiting < least.waiting ? candidate : least,
  )
}

/** Loaded only here, because a service on a ClickHouse server needs no native library. */
async function loadLibrary(): Promise<typeof import('chdb/connection')['createChdbConnection']> {
  try {
    return (await import('chdb/connection')).createChdbConnection
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(
      `The embedded engine's library did not load: ${reason} Run \`npm install\` again, or set ALMANAC_STORE_URL to serve from a ClickHouse server.`,
    )
  }
}

function quote(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value}'`
}

async function rowsOf<Row>(client: Client, sql: string, params: SqlParams = {}): Promise<Row[]> {
  const result = await client.query({ query: sql, query_params: params, format: 'JSONEachRow' })
  return (await result.json()) as Row[]
}

async function columnsOf<Result>(
  client: Client,
  sql: string,
  params: SqlParams = {},
): Promise<Result> {
  const { stream } = await client.exec({ query: `${sql} FORMAT JSONColumns`, query_params: params })
  return JSON.parse(await text(stream)) as Result
}
