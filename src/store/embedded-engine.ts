import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@clickhouse/client'
import { AlmanacError, UsageError } from '../lib/errors.ts'
import { identifier, joinSql, literal, type Sql, sql, statementText } from '../lib/sql.ts'
import { EmbeddedConnection, type Work } from './embedded-connection.ts'
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
const KILL_OTHERS = sql`KILL QUERY WHERE NOT startsWith(query, 'KILL') ASYNC`

/** The ClickHouse engine in this process, on one data directory. */
export async function openEmbeddedEngine(path: string): Promise<Engine> {
  requireNoForeignConfig()
  const createChdbConnection = await loadLibrary()
  const connect = async (
    settings: Record<string, string | number>,
  ): Promise<EmbeddedConnection> => {
    // The two packages declare the same connection under separate types.
    const connection = createChdbConnection({ path }) as unknown as NonNullable<
      ClientOptions['connection']
    >
    const client = createClient({ connection })
    const list = Object.entries(settings).map(
      ([name, value]) => sql`${identifier(name)} = ${literal(value)}`,
    )
    // The database that is chosen otherwise takes names of tables for paths of files.
    await client.command({ query: 'USE system' })
    if (list.length > 0) await client.command({ query: statementText(sql`SET ${joinSql(list)}`) })
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
  const kill = async (statement: Sql): Promise<void> => {
    await (await openKiller()).run(statement, (client, query) => client.command({ query }))
  }
  const aside = {
    kill,
    query: async (statement: Sql) => (await openKiller()).run(statement, rowsOf({})),
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
  const onReader = <T>(statement: Sql, work: Work<T>): Promise<T> => {
    if (readers.every(({ waiting }) => waiting >= MAX_WAITING_PER_READER)) {
      throw new AlmanacError(
        'overloaded',
        'Too many questions are waiting for the engine. Try again in a moment.',
        {
          headers: { 'Retry-After': '1' },
        },
      )
    }
    return inFlight.run(() => leastBusy(readers).run(statement, work))
  }
  const onWriter = <T>(statement: Sql, work: Work<T>, access?: FileAccess): Promise<T> =>
    inFlight.run(() => leastBusy(writers).run(statement, work, access?.files))
  const command = (statement: Sql, params: SqlParams = {}, access?: FileAccess): Promise<void> => {
    const run = () =>
      leastBusy(writers).run(
        statement,
        async (client, query) => {
          await client.command({ query, query_params: params })
        },
        access?.files,
      )
    // Only what waits for a mutation names this setting.
    const isMutation = statement.text.includes('mutations_sync')
    return inFlight.run(() => (isMutation ? endWithoutRoom(run(), aside) : run()))
  }
  const withoutFiles = (statement: Sql, params?: SqlParams) => command(statement, params)
  return {
    kind: 'embedded',
    query: (statement, params) => onReader(statement, rowsOf(params)),
    columns: (statement, params) => onReader(statement, columnsOf(params)),
    writerQuery: (statement, params, access) => onWriter(statement, rowsOf(params), access),
    queryNodes: async (statement, params) => [await onWriter(statement, rowsOf(params))],
    command,
    ddl: withoutFiles,
    onEveryNode: withoutFiles,
    onShards: withoutFiles,
    insert: async (table, rows) => {
      if (rows.length > 0) await inFlight.run(() => leastBusy(writers).insert(table, rows))
    },
    streamInsert: () => Promise.reject(new Error('the embedded engine reads files itself')),
    stream: async (statement, format, params) => {
      const { stream } = await onWriter(statement, (client, query) =>
        client.exec({ query: `${query} FORMAT ${format}`, query_params: params ?? {} }),
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

function leastBusy(connections: readonly EmbeddedConnection[]): EmbeddedConnection {
  return connections.reduce((least, candidate) =>
    candidate.waiting < least.waiting ? candidate : least,
  )
}

/** The library takes settings, and with them paths and programs, from the folder it is started in. */
function requireNoForeignConfig(): void {
  const path = resolve('config.xml')
  if (existsSync(path))
    throw new UsageError(
      `The embedded engine would take its settings from ${path}. Run the command in another folder.`,
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

function rowsOf<Row>(params: SqlParams = {}): Work<Row[]> {
  return async (client, query) => {
    const result = await client.query({ query, query_params: params, format: 'JSONEachRow' })
    return (await result.json()) as Row[]
  }
}

function columnsOf<Result>(params: SqlParams = {}): Work<Result> {
  return async (client, query) => {
    const columns = `${query} FORMAT JSONColumns`
    const { stream } = await client.exec({ query: columns, query_params: params })
    return JSON.parse(await text(stream)) as Result
  }
}
