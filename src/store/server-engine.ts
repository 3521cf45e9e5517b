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

/**
 * Acknowledged means on every replica, so that any of them answers whole. The same rows may come
 * again after they were taken back.
 */
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
 * ClickHouse servers over HTTP: comma-separated addresses, which may hold user and password. Reads
 * go round all that answer; what fails on one is tried once more on another.
 */
export async function openServerEngine(
  urls: string,
  session: string,
  cluster?: string,
): Promise<Engine> {
  const addresses = new Addresses(urls, WRITING, cluster)
  await addresses.open()
  const isReplicated = addresses.replicas > 1
  const reading = isReplicated ? { ...READING, ...COMPLETE } : READING
  const onReplicas = isReplicated ? onAllReplicas(addresses.replicas) : {}
  const inFlight = new InFlight()
  // By its ids the servers can tell what this process started from what others did.
  let count = 0
  const newId = () => ({ query_id: `${session}-${count++}` })
  const newWrite = () => ({
    query_id: `${session}-${WRITES}${count++}`,
    clickhouse_settings: onReplicas,
  })
  const read = <T>(work: (address: Address, request: ReadRequest) => Promise<T>): Promise<T> =>
    inFlight.run(async () => {
      const ask = (address: Address) => {
        const deadline = AbortSignal.timeout(READ_TIMEOUT_MS)
        return work(address, {
          ...newId(),
          clickhouse_settings: reading,
          abort_signal: AbortSignal.any([address.lost, deadline]),
        })
      }
      return onAnother(addresses.next(), ask, isWorthAnotherServer, (failed) =>
        addresses.next(failed),
      )
    })
  const onWriter = <T>(work: (client: Client) => Promise<T>, mayRepeat = isUnsent): Promise<T> =>
    onAnother(
      addresses.writer(),
      ({ client }) => work(client),
      mayRepeat,
      () => addresses.writer(),
    )
  let checkTurn: (() => void) | undefined
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    checkTurn?.()
    return inFlight.run(work)
  }
  const kill = (condition: Sql, id: string, mode = sql`ASYNC`) =>
    Promise.allSettled(
      addresses.all.map(({ client }) =>
        client.command({
          query: statementText(sql`KILL QUERY WHERE ${condition} ${mode}`),
          query_params: { id },
          abort_signal: AbortSignal.timeout(KILL_TIMEOUT_MS),
        }),
      ),
    )
  // A statement that has not begun yet cannot be killed, so once is not enough.
  const killUntilGone = async (id: string) => {
    for (let tries = 0; tries < MAX_KILLS; tries++) {
      await kill(sql`query_id = {id:String}`, id)
      await sleep(KILL_INTERVAL_MS)
    }
  }
  let closing: Promise<void> | undefined
  const statementClients: Client[] = []
  const close = async (): Promise<void> => {
    await inFlight.stop(() => kill(sql`startsWith(query_id, {id:String})`, session))
    await addresses.close()
    for (const client of statementClients) await client.close()
  }
  const openReader = async ({ settings, url }: ReaderOptions): Promise<StatementReader> => {
    if (url === undefined) throw new Error('statements need an account of their own on a server')
    const client = connect(url, { ...settings, ...STATEMENTS } as ClickHouseSettings)
    statementClients.push(client)
    return {
      read: (statement, { format, params = {}, signal }) =>
        inFlight.run(async () => {
          signal?.throwIfAborted()
          const id = newId()
          // A server notices that its client is gone only when it has something to send.
          const onAbort = () => void killUntilGone(id.query_id)
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

  return {
    kind: 'server',
    query: (statement, params = {}) =>
      read(async ({ client }, request) => {
        const result = await client.query({
          ...request,
          query: statementText(statement),
          query_params: params,
          format: 'JSONEachRow',
        })
        return result.json()
      }),
    columns: (statement, params = {}) =>
      read(async ({ client }, request) => {
        const query = `${statementText(statement)} FORMAT JSONColumns`
        const { stream } = await client.exec({ ...request, query, query_params: params })
        return JSON.parse(await text(stream))
      }),
    writerQuery: (statement, params = {}) =>
      inFlight.run(() =>
        onWriter(async (client) => {
          const asked = {
            query: statementText(statement),
            query_params: params,
            format: 'JSONEachRow',
          } as const
          return (await client.query({ ...newId(), ...asked })).json()
        }, isWorthAnotherServer),
      ),
    queryNodes: (statement, params = {}) =>
      inFlight.run(async () => {
        const asked = {
          query: statementText(statement),
          query_params: params,
          format: 'JSONEachRow',
        } as const
        return tellAll(addresses.forTables(), async ({ client }) =>
          (await client.query({ ...newId(), ...asked })).json(),
        )
      }),
    command: (statement, params = {}) =>
      write(async () => {
        const asked = { query: statementText(statement), query_params: params }
        await onWriter((client) => client.command({ ...newWrite(), ...asked }))
      }),
    ddl: (statement, params = {}) =>
      write(async () => {
        await tellAll(addresses.forTables(), ({ client }) => {
          checkTurn?.()
          return client.command({
            ...newWrite(),
            query: statementText(statement),
            query_params: params,
          })
        })
      }),
    onEveryNode: (statement, params = {}) =>
      write(async () => {
        for (const { client } of addresses.all) {
          checkTurn?.()
          await client.command({
            ...newWrite(),
            query: statementText(statement),
            query_params: params,
          })
        }
      }),
    onShards: (statement, params = {}) =>
      write(async () => {
        for (const shard of addresses.shards()) {
          checkTurn?.()
          const home = () => addresses.homeOf(shard)
          const ask = ({ client }: Address) =>
            client.command({ ...newWrite(), query: statementText(statement), query_params: params })
          await onAnother(home(), ask, isUnsent, home)
        }
      }),
    insert: async (table, rows) => {
      const given = { table: statementText(table), values: rows, format: 'JSONEachRow' } as const
      if (rows.length > 0)
        await write(() => onWriter((client) => client.insert({ ...newWrite(), ...given })))
    },
    streamInsert: (statement, bytes) =>
      write(async () => {
        const { client } = addresses.writer()
        const values = Readable.from(bytes)
        const { stream } = await client.exec({
          ...newWrite(),
          query: statementText(statement),
          values,
        })
        stream.resume()
      }),
    stream: (statement, format, params = {}) =>
      inFlight.run(() =>
        onWriter(async (client) => {
          const asked = {
            query: `${statementText(statement)} FORMAT ${format}`,
            query_params: params,
          }
          return (await client.exec({ ...newId(), ...asked })).stream
        }, isWorthAnotherServer),
      ),
    check: () => inFlight.run(() => addresses.check()),
    openReader,
    guardWrites: (check) => {
      checkTurn = check
    },
    cancelWrites: (of) =>
      kill(sql`startsWith(query_id, {id:String})`, `${of}-${WRITES}`, sql`SYNC`),
    close: () => {
      closing ??= close()
      return closing
    },
  }
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
  const answers: T[] = []
  const missed = new Map<number | undefined, unknown>()
  const reached = new Set<number | undefined>()
  for (const address of addresses) {
    try {
      answers.push(await work(address))
      reached.add(address.shard)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      address.rest()
      missed.set(address.shard, error)
    }
  }
  for (const [shard, error] of missed) if (!reached.has(shard)) throw error
  return answers
}
