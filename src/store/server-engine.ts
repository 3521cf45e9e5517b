import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseSettings } from '@clickhouse/client'
import { type Sql, sql, statementText } from '../lib/sql.ts'
import { type Address, Addresses, type Client, connect } from './addresses.ts'
import {
  type Engine,
  READ_SETTINGS,
  type ReaderOptions,
  type SqlParams,
  type StatementReader,
  WRITE_SETTINGS,
} from './engine.ts'
import { InFlight } from './in-flight.ts'
import { isUnreachable, isUnsent, isWorthAnotherServer } from './statement-faults.ts'

/** Begins the ids of statements that write. */
const WRITES = 'w'
const MAX_KILLS = 12
const KILL_INTERVAL_MS = 250
const KILL_TIMEOUT_MS = 5_000
const QUORUM_TIMEOUT_MS = 60_000
const INACTIVE_TIMEOUT_SEC = 10
// The server ends a read after `max_execution_time`; this is for one that says nothing more.
const READ_TIMEOUT_MS = 65_000
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

/** A replica that is being filled has not all rows yet: it is refused, not asked all the same. */
const COMPLETE: ClickHouseSettings = { fallback_to_stale_replicas_for_distributed_queries: 0 }

/** Acknowledged on every replica, so that any answers whole; rows taken back may come again. */
function onAllReplicas(replicas: number): ClickHouseSettings {
  return {
    insert_quorum: String(replicas),
    insert_quorum_timeout: QUORUM_TIMEOUT_MS,
    insert_deduplicate: 0,
    alter_sync: '2',
    replication_wait_for_inactive_replica_timeout: String(INACTIVE_TIMEOUT_SEC),
  }
}

/**
 * ClickHouse servers over HTTP: comma-separated URLs, which may hold user and password. Reads go
 * round all that respond; what fails on one is tried once more on another.
 */
export async function openServerEngine(
  urls: string,
  session: string,
  cluster?: string,
): Promise<Engine> {
  const addresses = new Addresses(urls, WRITING, cluster)
  await addresses.open()
  const servers = new Servers(addresses, session)
  let closing: Promise<void> | undefined
  return {
    kind: 'server',
    ...readsOf(servers),
    ...writerReadsOf(servers),
    ...writesOf(servers),
    ...ddlOf(servers),
    check: () => servers.inFlight.run(() => addresses.check()),
    openReader: (options) => servers.openReader(options),
    guardWrites: (check) => {
      servers.checkLock = check
    },
    cancelWrites: (of) =>
      servers.kill(sql`startsWith(query_id, {id:String})`, `${of}-${WRITES}`, sql`SYNC`),
    close: () => {
      closing ??= servers.close()
      return closing
    },
  }
}

/** The servers of a store as this session reaches them. */
class Servers {
  readonly inFlight = new InFlight()
  readonly addresses: Addresses
  /** Throws when another process may write. */
  checkLock: (() => void) | undefined
  readonly #session: string
  readonly #reading: ClickHouseSettings
  readonly #onReplicas: ClickHouseSettings
  readonly #statementClients: Client[] = []
  #count = 0

  constructor(addresses: Addresses, session: string) {
    const isReplicated = addresses.replicas > 1
    this.addresses = addresses
    this.#session = session
    this.#reading = isReplicated ? { ...READING, ...COMPLETE } : READING
    this.#onReplicas = isReplicated ? onAllReplicas(addresses.replicas) : {}
  }

  /** By its ids the servers can tell what this process started from what others did. */
  newId() {
    return { query_id: `${this.#session}-${this.#count++}` }
  }

  newWrite() {
    return {
      query_id: `${this.#session}-${WRITES}${this.#count++}`,
      clickhouse_settings: this.#onReplicas,
    }
  }

  read<T>(work: (address: Address, request: ReadRequest) => Promise<T>): Promise<T> {
    const ask = (address: Address) => {
      const deadline = AbortSignal.timeout(READ_TIMEOUT_MS)
      return work(address, {
        ...this.newId(),
        clickhouse_settings: this.#reading,
        abort_signal: AbortSignal.any([address.lost, deadline]),
      })
    }
    return this.inFlight.run(async () =>
      onAnother(this.addresses.next(), ask, isWorthAnotherServer, (failed) =>
        this.addresses.next(failed),
      ),
    )
  }

  onWriter<T>(work: (client: Client) => Promise<T>, mayRepeat = isUnsent): Promise<T> {
    const writer = () => this.addresses.writer()
    return onAnother(writer(), ({ client }) => work(client), mayRepeat, writer)
  }

  async write<T>(work: () => Promise<T>): Promise<T> {
    this.checkLock?.()
    return this.inFlight.run(work)
  }

  command(client: Client, statement: Sql, params: SqlParams) {
    const query = statementText(statement)
    return client.command({ ...this.newWrite(), query, query_params: params })
  }

  kill(condition: Sql, id: string, mode = sql`ASYNC`) {
    return Promise.allSettled(
      this.addresses.all.map(({ client }) =>
        client.command({
          query: statementText(sql`KILL QUERY WHERE ${condition} ${mode}`),
          query_params: { id },
          abort_signal: AbortSignal.timeout(KILL_TIMEOUT_MS),
        }),
      ),
    )
  }

  async openReader({ settings, url }: ReaderOptions): Promise<StatementReader> {
    if (url === undefined) throw new Error('statements need an account of their own on a server')
    const client = connect(url, { ...settings, ...STATEMENTS } as ClickHouseSettings)
    this.#statementClients.push(client)
    return {
      read: (statement, { format, params = {}, signal }) =>
        this.inFlight.run(async () => {
          signal?.throwIfAborted()
          const id = this.newId()
          // A server notices that its client is gone only when it has something to send.
          const onAbort = () => void this.#killUntilGone(id.query_id)
          signal?.addEventListener('abort', onAbort, { once: true })
          try {
            const { stream } = await client.exec({
              ...id,
              query: statementText(statement),
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

  async close(): Promise<void> {
    await this.inFlight.stop(() => this.kill(sql`startsWith(query_id, {id:String})`, this.#session))
    await this.addresses.close()
    for (const client of this.#statementClients) await client.close()
  }

  /** A statement that has not begun yet cannot be killed, so once is not enough. */
  async #killUntilGone(id: string): Promise<void> {
    for (let tries = 0; tries < MAX_KILLS; tries++) {
      await this.kill(sql`query_id = {id:String}`, id)
      await sleep(KILL_INTERVAL_MS)
    }
  }
}

function readsOf(servers: Servers): Pick<Engine, 'query' | 'columns'> {
  return {
    query: (statement, params = {}) =>
      servers.read(async ({ client }, request) => {
        const result = await client.query({ ...request, ...rowsQuery(statement, params) })
        return result.json()
      }),
    columns: (statement, params = {}) =>
      servers.read(async ({ client }, request) => {
        const query = `${statementText(statement)} FORMAT JSONColumns`
        const { stream } = await client.exec({ ...request, query, query_params: params })
        return JSON.parse(await text(stream))
      }),
  }
}

/** Reads on the server that is written to, or on every node. */
function writerReadsOf(servers: Servers): Pick<Engine, 'writerQuery' | 'queryNodes' | 'stream'> {
  const rowsOn = async (client: Client, statement: Sql, params: SqlParams) =>
    (await client.query({ ...servers.newId(), ...rowsQuery(statement, params) })).json()
  return {
    writerQuery: <Row>(statement: Sql, params: SqlParams = {}) =>
      servers.inFlight.run(() =>
        servers.onWriter(
          async (client) => (await rowsOn(client, statement, params)) as Row[],
          isWorthAnotherServer,
        ),
      ),
    queryNodes: <Row>(statement: Sql, params: SqlParams = {}) =>
      servers.inFlight.run(() =>
        tellAll(
          servers.addresses.forTables(),
          async ({ client }) => (await rowsOn(client, statement, params)) as Row[],
        ),
      ),
    stream: (statement, format, params = {}) =>
      servers.inFlight.run(() =>
        servers.onWriter(async (client) => {
          const query = `${statementText(statement)} FORMAT ${format}`
          return (await client.exec({ ...servers.newId(), query, query_params: params })).stream
        }, isWorthAnotherServer),
      ),
  }
}

function writesOf(servers: Servers): Pick<Engine, 'command' | 'insert' | 'streamInsert'> {
  return {
    command: (statement, params = {}) =>
      servers.write(async () => {
        await servers.onWriter((client) => servers.command(client, statement, params))
      }),
    insert: async (table, rows) => {
      const given = { table: statementText(table), values: rows, format: 'JSONEachRow' } as const
      if (rows.length > 0)
        await servers.write(() =>
          servers.onWriter((client) => client.insert({ ...servers.newWrite(), ...given })),
        )
    },
    streamInsert: (statement, bytes) =>
      servers.write(async () => {
        const { client } = servers.addresses.writer()
        const values = Readable.from(bytes)
        const query = statementText(statement)
        const { stream } = await client.exec({ ...servers.newWrite(), query, values })
        stream.resume()
      }),
  }
}

/** Changes of tables, on every node or shard that has them. */
function ddlOf(servers: Servers): Pick<Engine, 'ddl' | 'onEveryNode' | 'onShards'> {
  const { addresses } = servers
  return {
    ddl: (statement, params = {}) =>
      servers.write(async () => {
        await tellAll(addresses.forTables(), ({ client }) => {
          servers.checkLock?.()
          return servers.command(client, statement, params)
        })
      }),
    onEveryNode: (statement, params = {}) =>
      servers.write(async () => {
        for (const { client } of addresses.all) {
          servers.checkLock?.()
          await servers.command(client, statement, params)
        }
      }),
    onShards: (statement, params = {}) =>
      servers.write(async () => {
        for (const shard of addresses.shards()) {
          servers.checkLock?.()
          const home = () => addresses.homeOf(shard)
          const ask = ({ client }: Address) => servers.command(client, statement, params)
          await onAnother(home(), ask, isUnsent, home)
        }
      }),
  }
}

function rowsQuery(statement: Sql, params: SqlParams) {
  return {
    query: statementText(statement),
    query_params: params,
    format: 'JSONEachRow',
  } as const
}

/** The members of a request that every read has. */
interface ReadRequest {
  query_id: string
  clickhouse_settings: ClickHouseSettings
  abort_signal: AbortSignal
}

/** Runs work on an address and, when that fails in a way that allows it, once more on another. */
async function onAnother<T>(
  first: Address | undefined,
  work: (address: Address) => Promise<T>,
  mayRepeat: (error: unknown) => boolean,
  other: (failed: Address) => Address | undefined,
): Promise<T> {
  if (first === undefined) throw new Error('no server of the store has answered yet')
  try {
    return await work(first)
  } catch (error) {
    if (isUnreachable(error)) first.rest()
    if (!mayRepeat(error)) throw error
    const second = other(first)
    if (second === undefined || second === first) throw error
    return work(second)
  }
}

/** Runs work on one address after the other; of each shard at least one must answer. */
async function tellAll<T>(
  addresses: readonly Address[],
  work: (address: Address) => Promise<T>,
): Promise<T[]> {
  const responses: T[] = []
  const missed = new Map<number | undefined, unknown>()
  const reached = new Set<number | undefined>()
  for (const address of addresses) {
    try {
      responses.push(await work(address))
      reached.add(address.shard)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      address.rest()
      missed.set(address.shard, error)
    }
  }
  for (const [shard, error] of missed) if (!reached.has(shard)) throw error
  return responses
}
