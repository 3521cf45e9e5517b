import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { at } from '../lib/at.ts'
import { UsageError } from '../lib/errors.ts'

export type Client = ReturnType<typeof createClient>

const MAX_CONNECTIONS = 32
/** The deadline of any statement; reads have a shorter one. */
const STATEMENT_TIMEOUT_MS = 600_000
/** How long a server may take to say that it is there. */
const RESPONSE_TIMEOUT_MS = 5_000
/** How long an address that failed is avoided, if others can do its work. */
const REST_MS = 10_000

/** One server: where it is, which shard it holds, and whether it answers. */
export class Address {
  readonly client: Client
  /** Without user and password. */
  readonly name: string
  /** `undefined` until it has answered once. */
  shard: number | undefined
  /** Of a server that the cluster does not know by its address: it counts as a shard alone. */
  readonly #ownShard: number
  #restsUntilMs = 0
  #lost = new AbortController()

  constructor(url: string, settings: ClickHouseSettings, index: number) {
    this.#ownShard = -1 - index
    this.client = connect(url, settings)
    const { protocol, host } = new URL(url)
    this.name = `${protocol}//${host}`
  }

  get isResting(): boolean {
    return performance.now() < this.#restsUntilMs
  }

  /** Aborted when the server stops answering, so that what runs there is tried elsewhere. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  rest(): void {
    this.#restsUntilMs = performance.now() + REST_MS
  }

  /** Ends the reads that wait for it. */
  giveUp(): void {
    this.#lost.abort(new Error(`${this.name} does not answer`))
    this.#lost = new AbortController()
  }

  /** Asks which shard of a cluster it holds; rejects when it does not answer in time. */
  async locate(cluster: string | undefined): Promise<void> {
    try {
      const result = await this.client.query({
        query:
          'SELECT toUInt32(shard_num) AS shard FROM system.clusters WHERE cluster = {cluster:String} AND is_local',
        query_params: { cluster: cluster ?? '' },
        format: 'JSONEachRow',
        abort_signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      })
      const [found] = await result.json<{ shard: number }>()
      this.shard = cluster === undefined ? 0 : (found?.shard ?? this.#ownShard)
      this.#restsUntilMs = 0
    } catch (error) {
      this.rest()
      throw error
    }
  }
}

/** The servers of a store: which of them to ask, and which of each shard to write to. */
export class Addresses {
  readonly all: readonly Address[]
  readonly #cluster: string | undefined
  /** The one of each shard that is written to: stages are there alone. */
  readonly #homes = new Map<number, Address>()
  /** How many copies of each row the cluster holds. */
  replicas = 1
  #turn = 0

  constructor(urls: string, settings: ClickHouseSettings, cluster: string | undefined) {
    this.all = urls.split(',').map((url, index) => new Address(url.trim(), settings, index))
    this.#cluster = cluster
  }

  /** Requires that at least one address of each shard answers. */
  async open(): Promise<void> {
    const located = await Promise.allSettled(this.all.map((one) => one.locate(this.#cluster)))
    const missing = this.shards().length === 0 ? [] : await this.#readCluster()
    const failed = located.find((outcome) => outcome.status === 'rejected')
    if (failed === undefined || (this.shards().length > 0 && missing.length === 0)) return
    const index = located.indexOf(failed)
    const [reason] = String(Object(failed.reason).message).split('\n')
    const silent = `no ClickHouse server answers at ${at(this.all, index).name} (${reason})`
    const which = missing.length === 0 ? '' : `, and no other has shard ${missing.join(', ')}`
    await this.close()
    throw new UsageError(`ALMANAC_STORE_URL: ${silent}${which}`)
  }

  /** Counts replicas. Returns the shards of which no address has answered. */
  async #readCluster(): Promise<number[]> {
    const shards = new Set(this.shards())
    const result = await this.writer().client.query({
      query:
        'SELECT toUInt32(shard_num) AS shard, toUInt32(count()) AS replicas FROM system.clusters WHERE cluster = {cluster:String} GROUP BY shard ORDER BY shard',
      query_params: { cluster: this.#cluster ?? '' },
      format: 'JSONEachRow',
    })
    const rows = await result.json<{ shard: number; replicas: number }>()
    const counts = new Set(rows.map(({ replicas }) => replicas))
    if (counts.size > 1)
      throw new UsageError('Every shard of the cluster needs the same number of replicas.')
    for (const replicas of counts) this.replicas = replicas
    return rows.map(({ shard }) => shard).filter((shard) => !shards.has(shard))
  }

  /** Asks all of them whether they are there; what waits for one that is not goes to another. */
  async check(): Promise<void> {
    if (this.all.length === 1) return
    const located = await Promise.allSettled(this.all.map((one) => one.locate(this.#cluster)))
    if (located.every(({ status }) => status === 'rejected')) return
    for (const [index, { status }] of located.entries())
      if (status === 'rejected') at(this.all, index).giveUp()
  }

  /** Reads go round; one that failed lately is asked when no other is left. */
  next(except?: Address): Address | undefined {
    const others = this.#located().filter((one) => one !== except)
    const usable = others.filter((one) => !one.isResting)
    const from = usable.length > 0 ? usable : others
    return from.length === 0 ? undefined : at(from, this.#turn++ % from.length)
  }

  /** Those that are told about tables: of each shard the ones that answer. */
  forTables(): Address[] {
    return this.shards().flatMap((shard) => {
      const own = this.#of(shard)
      const usable = own.filter((one) => !one.isResting)
      return usable.length > 0 ? usable : own
    })
  }

  shards(): number[] {
    return [...new Set(this.#located().flatMap(({ shard }) => shard ?? []))].sort((a, b) => a - b)
  }

  /** Stays the same until it fails, because a run's stages are on it. */
  homeOf(shard: number): Address {
    const known = this.#homes.get(shard)
    if (known !== undefined && !known.isResting) return known
    const own = this.#of(shard)
    const home = own.find((one) => !one.isResting) ?? known ?? at(own, 0)
    this.#homes.set(shard, home)
    return home
  }

  /** The home that statements over all shards are sent to. */
  writer(): Address {
    const homes = this.shards().map((shard) => this.homeOf(shard))
    return homes.find((one) => !one.isResting) ?? at(homes, 0)
  }

  async close(): Promise<void> {
    for (const { client } of this.all) await client.close()
  }

  #located(): Address[] {
    return this.all.filter(({ shard }) => shard !== undefined)
  }

  #of(shard: number): Address[] {
    return this.all.filter((one) => one.shard === shard)
  }
}

export function connect(url: string, settings: ClickHouseSettings): Client {
  return createClient({
    url,
    max_open_connections: MAX_CONNECTIONS,
    request_timeout: STATEMENT_TIMEOUT_MS,
    clickhouse_settings: settings,
    // Errors are thrown and reported by the caller; the client need not print them too.
    log: { level: ClickHouseLogLevel.OFF },
  })
}
