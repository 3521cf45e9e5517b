import { join } from 'node:path'
import { pino } from 'pino'
import { at } from '../../src/lib/at.ts'
import { identifiers, sql } from '../../src/lib/sql.ts'
import { qualityHolds } from '../../src/live/guards/holds/facts.ts'
import { readGuardSettings } from '../../src/live/guards/rules/settings.ts'
import type { LiveJob } from '../../src/live/model/live-job.ts'
import type { Watch } from '../../src/live/model/watch.ts'
import { receipts } from '../../src/live/receipts/receipt.ts'
import { Chains } from '../../src/live/run/chains.ts'
import { toFetchedSource } from '../../src/live/run/fetched-source.ts'
import type { LiveContext } from '../../src/live/run/live-context.ts'
import { runPeriod } from '../../src/live/run/run-period.ts'
import { Scheduler } from '../../src/live/schedule/scheduler.ts'
import { listFetches } from '../../src/live-fetches.ts'
import { commitRows } from '../../src/runs/run.ts'
import { RateLimitedClient } from '../../src/sources/http/rate-limited-client.ts'
import type { FetchSource } from '../../src/sources/model/fetch-source.ts'
import { bookOf } from '../../src/sources/model/price-book-for-tests.ts'
import { type Fact, identityColumns, sourceColumns } from '../../src/store/fact.ts'
import { Store } from '../../src/store/store.ts'
import { ReplayServer } from './replay-server.ts'
import { takeDataDir } from './worker-engine.ts'

export interface FetchWorldOptions {
  source: FetchSource
  /** Facts that it reads besides those it writes. */
  facts?: readonly Fact[]
  watches?: readonly Watch[]
  /** Settings by name, made with the URL of the server. */
  settings?(url: string): Record<string, string>
}

/** One public source, a server that replays its payloads, a store, and a clock set by hand. */
export class FetchWorld {
  readonly server: ReplayServer
  readonly store: Store
  readonly context: LiveContext
  readonly job: LiveJob
  /** Pauses that the client made, in milliseconds. */
  readonly pauses: number[] = []
  readonly #scheduler: Scheduler
  #nowMs = 0

  private constructor(
    parts: { store: Store; server: ReplayServer },
    { source, watches = [], settings = (url) => ({ url }) }: FetchWorldOptions,
  ) {
    this.store = parts.store
    this.server = parts.server
    const clock = { nowMs: () => this.#nowMs }
    this.context = {
      store: this.store,
      clock,
      log: pino({ level: 'silent' }),
      chains: new Chains([], () => {
        throw new Error('no chain')
      }),
      writers: [],
      watches,
      guards: readGuardSettings(),
      remark: async () => [],
      loadPriceBook: async () => bookOf({}),
    }
    const sleep = async (ms: number) => {
      this.pauses.push(ms)
      this.#nowMs += Math.ceil(ms)
    }
    const prefix = (source.settingsOf ?? source.name).replaceAll('-', '_')
    const given = Object.entries(settings(this.server.url)).map(
      ([name, value]) => [`${prefix}_${name}`.toLowerCase(), value] as const,
    )
    const [known] = listFetches({ sources: [source.name], sourceSettings: new Map(given) }, [
      source,
    ])
    if (known === undefined || known.problem !== null) throw new Error(known?.problem ?? 'unknown')
    const client = new RateLimitedClient(
      {
        fetch,
        clock,
        sleep,
        random: () => 0,
        userAgent: source.userAgent?.(known.settings) ?? 'test',
      },
      source.limits?.(known.settings),
    )
    const live = toFetchedSource(source, {
      store: this.store,
      clock,
      client,
      settings: known.settings,
    })
    this.job = { id: live.id, cadence: live.cadence, step: live.step, sources: [live] }
    this.#scheduler = new Scheduler(this.context, [this.job], {
      concurrency: 1,
      checkCadence: '40 * * * *',
      jitterMs: 0,
      retry: { firstMs: 60_000, maxMs: 3_600_000 },
      chance: () => 0,
      run: runPeriod,
    })
  }

  static async open(options: FetchWorldOptions): Promise<FetchWorld> {
    const path = join(await takeDataDir(), 'facts')
    const facts = [...options.source.facts, ...(options.facts ?? []), receipts, qualityHolds]
    const store = await Store.open({ facts: [...new Set(facts)], path })
    return new FetchWorld({ store, server: await ReplayServer.start() }, options)
  }

  /** One cycle of the schedule at a time; returns the number of runs it made. */
  async cycle(iso: string): Promise<number> {
    this.#nowMs = Math.max(this.#nowMs, Date.parse(iso))
    return (await this.#scheduler.cycle(this.job)).length
  }

  /** Puts rows into the store as a file would. */
  async put(fact: Fact, rows: readonly Record<string, unknown>[]): Promise<void> {
    await commitRows(this.store, { source: 'test', clock: this.context.clock }, async () => ({
      rows: [{ fact, rows }],
      counts: { accepted: rows.length, rejected: 0, held: 0 },
    }))
  }

  /** What is served of a fact, in the order of its key. */
  async rows(fact: Fact, columns: readonly string[] = sourceColumns(fact)): Promise<unknown[][]> {
    const snapshot = this.store.snapshot()
    const found = await snapshot.query<Record<string, unknown>>(
      sql`SELECT ${identifiers(columns)} FROM ${snapshot.current(fact)} ORDER BY ${identifiers(identityColumns(fact))}`,
    )
    return found.map((row) => columns.map((name) => row[name]))
  }

  /** Versions of all rows of a fact, replaced ones too. */
  async countVersions(fact: Fact): Promise<number> {
    const snapshot = this.store.snapshot()
    const counted = await snapshot.query<{ rows: number }>(
      sql`SELECT count() AS rows ${snapshot.allVersions(fact)}`,
    )
    return at(counted, 0).rows
  }

  async close(): Promise<void> {
    await this.server.stop()
    await this.store.close()
  }
}
