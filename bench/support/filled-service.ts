import { join } from 'node:path'
import { facts } from '../../src/app.ts'
import { createClock } from '../../src/lib/clock.ts'
import { type Sql, sql } from '../../src/lib/sql.ts'
import { commitRun } from '../../src/runs/run.ts'
import type { Stage } from '../../src/runs/stage.ts'
import type { Fact } from '../../src/store/fact.ts'
import { Store } from '../../src/store/store.ts'
import { tableOf } from '../../src/store/tables.ts'
import { engineTimes, median } from './engine-limits.ts'
import { type Peer, startAlmanac, withFolder } from './processes.ts'
import { type TimedResponse, timeResponse } from './timed-response.ts'

const MIN_BYTES = 50
const COLD_ROUNDS = 5
// A moment ahead shows all data there is, like no moment at all.
const AHEAD_SEC = 4_000_000_000
let requestedMoments = 0

/** A running service with data of its own instead of the demo world. */
export interface FilledService extends Peer {
  readonly dataDir: string
  get(path: string, minBytes?: number): Promise<TimedResponse>
}

/** Fills a data directory, starts a service on it, and stops it after the work. */
export function withService<Filled, Result>(
  fill: (dataDir: string) => Promise<Filled>,
  work: (service: FilledService, filled: Filled) => Promise<Result>,
): Promise<Result> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const filled = await fill(dataDir)
    const peer = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    const get = (path: string, minBytes = MIN_BYTES) => timeResponse(peer.url + path, minBytes)
    try {
      return await work({ ...peer, dataDir, get }, filled)
    } finally {
      await peer.stop()
    }
  })
}

/** The time of a response after other requests have loaded the states, as at the full size. */
export function timeLoaded<Filled, Time>(
  fill: (dataDir: string) => Promise<Filled>,
  first: readonly string[],
  time: (service: FilledService) => Promise<Time>,
): Promise<Time> {
  return withService(fill, async (service) => {
    for (const path of first) await service.get(path)
    return time(service)
  })
}

/** What a store was filled with: how many rows, and the engine's own times for its statements. */
export interface Filled<Name extends string> {
  readonly rows: number
  readonly engine: Readonly<Record<Name, number>>
}

/** Writes one run into a new store and times statements on its tables. */
export async function fillStore<Name extends string>(
  dataDir: string,
  world: {
    insert(stage: Stage, store: Store): Promise<void>
    /** Large tables: their parts are merged, as they would be some time after an import. */
    merged: readonly Fact[]
    statements: Readonly<Record<Name, Sql>>
  },
): Promise<Filled<Name>> {
  const store = await Store.open({ facts, path: join(dataDir, 'facts') })
  let rows = 0
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await world.insert(stage, store)
    rows = await stage.countRows()
    return { accepted: rows, rejected: 0, held: 0 }
  })
  for (const fact of world.merged)
    await store.engine.command(sql`OPTIMIZE TABLE ${tableOf(fact)} FINAL`)
  const engine = await engineTimes(store, world.statements)
  await store.close()
  return { rows, engine }
}

/** Addresses of one response, none requested before: each shows the same data. */
export function coldPaths(path: string, count = COLD_ROUNDS): string[] {
  const separator = path.includes('?') ? '&' : '?'
  return Array.from({ length: count }, () => {
    requestedMoments++
    return `${path}${separator}asOf=${AHEAD_SEC + requestedMoments}`
  })
}

/** The median time of several requests, one after the other. */
export async function medianMs(
  service: FilledService,
  paths: readonly string[],
  minBytes?: number,
): Promise<number> {
  const times: number[] = []
  for (const path of paths) times.push((await service.get(path, minBytes)).ms)
  return median(times)
}
