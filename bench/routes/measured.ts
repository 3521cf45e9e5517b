import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Sql, sql } from '../../src/lib/sql.ts'
import type { Store } from '../../src/store/store.ts'
import { copiesSql } from '../../test/support/full-size/copies.ts'
import {
  formatMs,
  longestBlockMs,
  median,
  percentile,
  repeat,
  timeMs,
  timeResponse,
} from '../support/measure.ts'
import {
  folderUntilExit,
  NO_DEMO,
  type Peer,
  runAlmanac,
  withService,
} from '../support/processes.ts'
import type { Report } from '../support/report.ts'
import { SIZE } from '../support/size.ts'
import { inStore, theWorld, writeFile } from '../support/world.ts'
import {
  type Commit,
  type Domain,
  factNamed,
  isNewest,
  type Route,
  type Rows,
  table,
} from './route.ts'

// A try asks each thing a few times only.
const [ENGINE_ROUNDS, MAX_KEYS] = SIZE === 'small' ? [1, 4] : [5, 400]
// An engine that takes this long for a statement does so each time.
const LONG_MS = 3_000
const COLD_ROUNDS = 5
const FIXED_ROUNDS = 15
const COLD_FACTOR = 3
const AFTER_COMMIT_FACTOR = 1.5
// Below this, the request itself takes longer than the rows.
const MIN_LIMIT_MS = 30
const MAX_GROWTH = 1.5
const MAX_FIRST_MS = 3_000
// A request is given up after a minute, while its work goes on.
const MAX_FIRST_REQUESTS = 10
// A timestamp ahead shows all data there is, like no timestamp at all.
const AHEAD_SEC = 4_000_000_000
let requestedTimestamps = 0

/** A route with its keys, and the engine's own time for the rows of one response. */
interface Measured extends Route {
  readonly known: readonly string[]
  readonly engineMs: number
}

/** A response after the rows of a file were imported. */
interface Imported {
  readonly what: string
  readonly path: string
  readonly minBytes: number | undefined
  readonly fact: string
  readonly file: string
  readonly engineMs: number
}

/** The suite of a domain: its routes over the one world, each against the engine itself. */
export function measured(domain: Domain): (report: Report) => Promise<void> {
  return async (report) => {
    const { few, many } = await theWorld()
    // Keys come from the smaller world: the larger one has all of them.
    const [keys, fewRows] = await inStore(few, async (store) => [
      await Array.fromAsync(domain.routes, (route) => keysOfRoute(store, route)),
      await countRows(store, domain),
    ])
    const [routes, commits, rows] = await inStore(many, async (store) => {
      const routes = await timeEngineOf(store, domain, keys)
      return [routes, await writeCommits(store, domain, routes), await countRows(store, domain)]
    })
    const fixedMs = await timeFixed(few, domain, routes)
    const measureAll = async (service: Peer): Promise<void> => {
      report.section(`${domain.name}: ${(rows / 1e6).toFixed(1)} M rows`)
      for (const path of domain.first) {
        const ms = await timePatiently(service, path)
        report.limited(`first response after a start, ${path}`, ms, MAX_FIRST_MS)
      }
      for (const route of routes) {
        const ms = await addCold(report, service, route)
        const fewMs = fixedMs.get(route)
        const grown = `${nameOf(route)}, with ${(rows / fewRows).toFixed(1)} times the rows`
        if (fewMs !== undefined) report.times(grown, ms, fewMs, MAX_GROWTH)
      }
      for (const { what, path, minBytes, fact, file, engineMs } of commits) {
        await runAlmanac(many, 'import', fact, file)
        const ms = await timePatiently(service, path, minBytes)
        const limit = AFTER_COMMIT_FACTOR * limitMs(engineMs)
        addAgainstEngine(report, `${path} after ${what}`, { ms, limit, engineMs })
      }
      report.memory(service)
    }
    await withService(NO_DEMO, measureAll, many)
  }
}

async function keysOfRoute(store: Store, { path, keys = [] }: Route): Promise<readonly string[]> {
  if (!(keys instanceof Sql)) return keys.slice(0, MAX_KEYS)
  const rows = await store.engine.query<{ key: string }>(keys)
  if (rows.length === 0) throw new Error(`${path} has no keys`)
  return rows.slice(0, MAX_KEYS).map(({ key }) => key)
}

async function countRows(store: Store, { facts }: Domain): Promise<number> {
  const counts = await Array.fromAsync(facts, (fact) =>
    store.engine.query<{ rows: number }>(sql`SELECT count() AS rows FROM ${table(fact)}`),
  )
  return counts.flat().reduce((sum, { rows }) => sum + rows, 0)
}

/** What the engine itself takes for each response; the same rows are timed once. */
function timeEngineOf(
  store: Store,
  { routes }: Domain,
  keys: readonly (readonly string[])[],
): Promise<Measured[]> {
  const times = new Map<Rows, number>()
  return Array.fromAsync([...routes.entries()], async ([index, route]) => {
    const known = keys[index] ?? []
    const engineMs = times.get(route.rows) ?? (await timeEngine(store, route, known))
    if (known.length === 0) times.set(route.rows, engineMs)
    return { ...route, known, engineMs }
  })
}

/** The files that are imported later, one for each response that is requested after a commit. */
function writeCommits(
  store: Store,
  { commits }: Domain,
  routes: readonly Measured[],
): Promise<Imported[]> {
  const all = commits.flatMap((commit) =>
    commit.responses.map((response, round) => ({ commit, response, round })),
  )
  return Array.fromAsync(all, async ({ commit, response, round }) => {
    const route = routes.find(({ path }) => path === response.path)
    const engineMs = route?.engineMs ?? (await timeEngine(store, response, []))
    return {
      ...{ what: commit.what, fact: commit.fact, minBytes: response.minBytes, engineMs },
      path: response.path.replace('{key}', encodeURIComponent(route?.known[0] ?? '')),
      file: await writeRows(store, commit, round),
    }
  })
}

/** Of the middle key; where each request reads another one, of the half that no request reads. */
async function timeEngine(
  store: Store,
  { rows, p95Times }: Pick<Route, 'rows' | 'p95Times'>,
  keys: readonly string[],
): Promise<number> {
  const middle = keys.length >> 1
  const ofKey = async (key: string) => {
    const reads = [typeof rows === 'function' ? rows(key) : rows].flat()
    const times = await Array.fromAsync(reads, (read) => writeJson(store, read))
    return times.reduce((sum, ms) => sum + ms, 0)
  }
  if (p95Times !== undefined)
    return percentile(await Array.fromAsync(keys.slice(middle), ofKey), 0.95)
  const first = await ofKey(keys[middle] ?? '')
  const more = first > LONG_MS ? 0 : ENGINE_ROUNDS - 1
  return median([first, ...(await repeat(more, () => ofKey(keys[middle] ?? '')))])
}

/** The time in which the engine itself writes the rows of a statement as JSON. */
async function writeJson(store: Store, statement: Sql): Promise<number> {
  // Else the engine remembers which rows the same filter found in the round before.
  await store.engine.command(sql`SYSTEM DROP QUERY CONDITION CACHE`)
  return timeMs(async () => {
    for await (const _ of await store.engine.stream(statement, 'JSONEachRow'));
  })
}

async function writeRows(
  { engine }: Store,
  { fact, columns, where = sql`1`, limit }: Commit,
  round: number,
): Promise<string> {
  const file = join(folderUntilExit(), `${randomUUID()}.parquet`)
  const chosen = limit === undefined ? sql`${isNewest(factNamed(fact))} AND ${where}` : where
  const copies = copiesSql({
    fact: factNamed(fact),
    times: 1,
    columns: columns(round),
    where: chosen,
  })
  const most = limit === undefined ? sql`` : sql`LIMIT ${limit}`
  await writeFile(engine, file, 'Parquet', sql`SELECT * FROM (${copies}) ${most}`)
  return file
}

/** The times in the smaller world of responses that do not grow. */
async function timeFixed(
  dataDir: string,
  { first }: Domain,
  routes: readonly Measured[],
): Promise<ReadonlyMap<Measured, number>> {
  const fixed = routes.filter(({ isFixed }) => isFixed)
  if (fixed.length === 0) return new Map()
  const timeAll = async (service: Peer) => {
    for (const path of first) await timePatiently(service, path)
    return Array.fromAsync(
      fixed,
      async (route) => [route, await timeRoute(service, route)] as const,
    )
  }
  return new Map(await withService(NO_DEMO, timeAll, dataDir))
}

/** A response nobody requested before, against the engine's own time for the same rows. */
async function addCold(report: Report, service: Peer, route: Measured): Promise<number> {
  let ms = Number.NaN
  const blockMs = await longestBlockMs(service, async () => {
    ms = await timeRoute(service, route)
  })
  const { p95Times, known, engineMs } = route
  const of = p95Times === undefined ? 'median' : 'p95'
  const what = `${nameOf(route)}${known.length > 1 ? `, ${of} of ${pathsOf(route).length}` : ''}`
  const limit = p95Times === undefined ? limitMs(engineMs) : p95Times * engineMs
  addAgainstEngine(report, what, { ms, limit, engineMs })
  if (route.maxBlockMs !== undefined)
    report.limited(`${what}: longest block of the event loop`, blockMs, route.maxBlockMs)
  return ms
}

const nameOf = ({ what, path }: Measured) => what ?? path
const limitMs = (engineMs: number) => Math.max(engineMs * COLD_FACTOR, MIN_LIMIT_MS)

function addAgainstEngine(
  report: Report,
  what: string,
  { ms, limit, engineMs }: { ms: number; limit: number; engineMs: number },
): void {
  const text = `≤ ${limit.toFixed(0)} ms (engine ${formatMs(engineMs)})`
  report.add(what, formatMs(ms), text, ms <= limit)
}

async function timeRoute({ url }: Peer, route: Measured): Promise<number> {
  const responses = await Array.fromAsync(pathsOf(route), (path) =>
    timeResponse(url + path, route.minBytes),
  )
  const times = responses.map(({ ms }) => ms)
  return percentile(times, route.p95Times === undefined ? 0.5 : 0.95)
}

/** A path for each key; without keys the same response several times, each at its own timestamp. */
function pathsOf({ path, known, p95Times, isFixed }: Measured): string[] {
  if (known.length > 0)
    return (p95Times === undefined ? known : known.slice(0, known.length >> 1)).map((key) =>
      path.replace('{key}', encodeURIComponent(key)),
    )
  const separator = path.includes('?') ? '&' : '?'
  return Array.from({ length: isFixed ? FIXED_ROUNDS : COLD_ROUNDS }, () => {
    requestedTimestamps++
    return `${path}${separator}asOf=${AHEAD_SEC + requestedTimestamps}`
  })
}

/** The time until a request succeeds; a slow machine may need several. */
function timePatiently({ url }: Peer, path: string, minBytes?: number): Promise<number> {
  const ask = (left: number): Promise<unknown> =>
    timeResponse(url + path, minBytes).catch((error: unknown) => {
      if (left === 0) throw error
      return ask(left - 1)
    })
  return timeMs(() => ask(MAX_FIRST_REQUESTS - 1))
}
