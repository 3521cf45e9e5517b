import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@clickhouse/client'
import { AlmanacError, UsageError } from '../lib/errors.ts'
import { identifier, joinSql, literal, type Sql, sql, statementText } from '../lib/sql.ts'
import { EmbeddedConnection, embeddedReader, type Work } from './embedded-connection.ts'
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

type Library = typeof import('chdb/connection')['createChdbConnection']
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
  const connections = new Connections(path, await loadLibrary())
  await connections.open()
  const { inFlight } = connections
  const withoutFiles = (statement: Sql, params?: SqlParams) =>
    connections.command(statement, params)
  let closing: Promise<void> | undefined
  return {
    kind: 'embedded',
    query: (statement, params) => connections.onReader(statement, rowsOf(params)),
    columns: (statement, params) => connections.onReader(statement, columnsOf(params)),
    writerQuery: (statement, params, access) =>
      connections.onWriter(statement, rowsOf(params), access),
    queryNodes: async (statement, params) => [
      await connections.onWriter(statement, rowsOf(params)),
    ],
    command: (statement, params, access) => connections.command(statement, params, access),
    ddl: withoutFiles,
    onEveryNode: withoutFiles,
    onShards: withoutFiles,
    insert: async (table, rows) => {
      if (rows.length > 0)
        await inFlight.run(() => leastBusy(connections.writers).insert(table, rows))
    },
    streamInsert: () => Promise.reject(new Error('the embedded engine reads files itself')),
    stream: async (statement, format, params) => {
      const { stream } = await connections.onWriter(statement, (client, query) =>
        client.exec({ query: `${query} FORMAT ${format}`, query_params: params ?? {} }),
      )
      return stream
    },
    openReader: (options) => inFlight.run(() => connections.openReader(options)),
    close: () => {
      closing ??= connections.close()
      return closing
    },
  }
}

/** The connections to the engine, and what runs on them. */
class Connections {
  readonly inFlight = new InFlight()
  readonly writers: EmbeddedConnection[] = []
  readonly #readers: EmbeddedConnection[] = []
  readonly #ofStatements: EmbeddedConnection[] = []
  readonly #path: string
  readonly #library: Library
  /** A connection of its own: the others are busy with what is to be cancelled. */
  #killer: Promise<EmbeddedConnection> | undefined

  constructor(path: string, library: Library) {
    this.#path = path
    this.#library = library
  }

  async open(): Promise<void> {
    for (let index = 0; index < WRITER_COUNT; index++)
      this.writers.push(await this.#connect(WRITE_SETTINGS))
    // From `readonly = 1` on a connection writes nothing and changes no setting.
    for (let index = 0; index < READER_COUNT; index++)
      this.#readers.push(await this.#connect({ ...READ_SETTINGS, max_threads: 2, readonly: 1 }))
    lowerEnginePriority()
  }

  onReader<T>(statement: Sql, work: Work<T>): Promise<T> {
    if (this.#readers.every(({ waiting }) => waiting >= MAX_WAITING_PER_READER))
      throw new AlmanacError(
        'overloaded',
        'Too many queries are waiting for the engine. Try again shortly.',
        { headers: { 'Retry-After': '1' } },
      )
    return this.inFlight.run(() => leastBusy(this.#readers).run(statement, work))
  }

  onWriter<T>(statement: Sql, work: Work<T>, access?: FileAccess): Promise<T> {
    return this.inFlight.run(() => leastBusy(this.writers).run(statement, work, access?.files))
  }

  command(statement: Sql, params: SqlParams = {}, access?: FileAccess): Promise<void> {
    const work: Work<void> = async (client, query) => {
      await client.command({ query, query_params: params })
    }
    const run = () => leastBusy(this.writers).run(statement, work, access?.files)
    const aside = {
      kill: (kill: Sql) => this.#kill(kill),
      query: async (query: Sql) => (await this.#openKiller()).run(query, rowsOf({})),
    }
    // Only what waits for a mutation names this setting.
    const isMutation = statement.text.includes('mutations_sync')
    return this.inFlight.run(() => (isMutation ? endWithoutRoom(run(), aside) : run()))
  }

  async openReader({ settings }: ReaderOptions): Promise<StatementReader> {
    const connection = await this.#connect({ ...settings, readonly: 1 })
    this.#ofStatements.push(connection)
    // The connection has brought threads of its own.
    lowerEnginePriority()
    return embeddedReader({
      connection,
      run: (work) => this.inFlight.run(work),
      kill: (statement) => this.#kill(statement),
    })
  }

  async close(): Promise<void> {
    await this.inFlight.stop(() => this.#kill(KILL_OTHERS))
    for (const connection of [...this.#readers, ...this.writers, ...this.#ofStatements])
      await connection.close()
    await (await this.#killer)?.close()
  }

  async #kill(statement: Sql): Promise<void> {
    const killer = await this.#openKiller()
    await killer.run(statement, (client, query) => client.command({ query }))
  }

  #openKiller(): Promise<EmbeddedConnection> {
    this.#killer ??= this.#connect({}).catch((error: unknown) => {
      this.#killer = undefined
      throw error
    })
    return this.#killer
  }

  async #connect(settings: Record<string, string | number>): Promise<EmbeddedConnection> {
    // The two packages declare the same connection under separate types.
    const connection = this.#library({ path: this.#path }) as unknown as NonNullable<
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
async function loadLibrary(): Promise<Library> {
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
