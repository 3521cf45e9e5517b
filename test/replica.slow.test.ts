import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../src/accounts/postgres-for-tests.ts'
import { startClickHouse } from './support/clickhouse/start-server.ts'
import { putDemo } from './support/demo-dir.ts'
import { exampleUrl, operations } from './support/operations.ts'
import { Program, type Server } from './support/program.ts'
import { ROOT } from './support/source-files.ts'
import { NOW_ISO, NOW_SEC, TEST_KEY } from './support/test-app.ts'
import { makeEngineDir } from './support/worker-engine.ts'

const HOUR_LATER = '2026-01-14T13:00:00Z'
const TWO_HOURS_LATER = '2026-01-14T14:00:00Z'
// What moves is compared byte by byte, so ten days of it are enough.
const SIZE = { recordedDays: 10, share: 0.05 }
const home = mkdtempSync(join(tmpdir(), 'almanac-replica-'))
const folder = join(home, 'snapshot')

const SETTINGS = {
  ALMANAC_CLOCK: NOW_ISO,
  ALMANAC_BOOTSTRAP_KEY: TEST_KEY,
  ALMANAC_FREE_RATE: '1000000',
  ALMANAC_PRO_RATE: '1000000',
}

let origin: Program
let replica: Program
let source: Server
let copy: Server

beforeAll(async () => {
  origin = new Program({ ...SETTINGS, ALMANAC_DOWNLOADS_DIR: folder })
  replica = new Program(SETTINGS)
  await makeEngineDir()
  await putDemo(origin.dataDir, NOW_ISO, SIZE)
  source = await origin.serve()
  const { code, stdout } = await origin.run(['snapshot', folder])
  expect([code, stdout]).toEqual([0, expect.stringContaining('is at run 2: 2 runs')])
})
afterAll(async () => {
  await origin.stop()
  await replica.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Starts a pull in a process of its own, and kills it some time after it says something. */
async function pullAndKill(untilLine: string, moreMs: number): Promise<void> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { ...SETTINGS, PATH, NODE_COMPILE_CACHE, ALMANAC_DATA_DIR: replica.dataDir }
  const main = join(ROOT, 'src/main.ts')
  const child = spawn(process.execPath, [main, 'pull', source.origin], { env })
  const said = Promise.withResolvers<void>()
  let text = ''
  child.stdout.on('data', (bytes: Buffer) => {
    text += bytes.toString()
    if (text.includes(untilLine)) said.resolve()
  })
  const ended = once(child, 'exit')
  await Promise.race([said.promise, ended])
  await sleep(moreMs)
  child.kill('SIGKILL')
  const [, signal] = await ended
  expect(signal, `it was at work when it was killed: ${text}`).toBe('SIGKILL')
}

test('behavior: killed in any step, a pull goes on, and nothing is there twice', async () => {
  await pullAndKill('runs 1-2 fetching', 30)
  await pullAndKill('runs 1-2 fetched', 10)
  await pullAndKill('runs 1-2 fetched', 500)
  const { code, stdout, stderr } = await replica.run(['pull', source.origin])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('2 runs pulled; this store is at run 2.')
  const again = await replica.run(['pull', source.origin])
  expect(again.stdout).toBe('Nothing new; this store is at run 2.\n')
  copy = await replica.serve()
})

/** Every operation that answers GET; what a caller has used is left out. */
const compared = operations.filter(
  ({ method, route: { id } }) =>
    method === 'GET' && id !== 'meta.getFreshness' && !id.startsWith('account.'),
)
const urls = compared.map(({ route, path }) => exampleUrl(route, path))
/** Those that read a fact which none before them reads. */
const urlsOfFacts = compared
  .filter(({ route }, index) => {
    const before = new Set(compared.slice(0, index).flatMap((one) => one.route.reads))
    return route.reads.some((fact) => !before.has(fact))
  })
  .map(({ route, path }) => exampleUrl(route, path))

interface Received {
  isGood: boolean
  /** Of all its bytes. */
  digest: string
  /** How it begins, to show a difference. */
  start: string
}

async function read(server: Server, path: string): Promise<Received> {
  const response = await fetch(`${server.origin}${path}`, { headers: { 'x-api-key': TEST_KEY } })
  const body = (await response.text()).replace(/"requestId":"[^"]*"/, '')
  const text = `${response.status} ${response.headers.get('x-data-source')} ${body}`
  return { isGood: response.ok, digest: hash('sha256', text), start: text.slice(0, 2_000) }
}

/** Responses of the source, which is asked once for each path while its store stays as it is. */
const recorded = new Map<string, Received>()

async function readSource(path: string): Promise<Received> {
  const response = recorded.get(path) ?? (await read(source, path))
  recorded.set(path, response)
  return response
}

/** Counts the responses that are equal and good. */
async function compare(paths: readonly string[]): Promise<number> {
  let good = 0
  for (const path of paths) {
    const [expected, found] = await Promise.all([readSource(path), read(copy, path)])
    expect(found, path).toEqual(expected)
    if (found.isGood) good++
  }
  return good
}

test('default: a replica answers every operation byte for byte as its origin does', async () => {
  expect(await compare(urls)).toBeGreaterThan(100)
})

test('behavior: revisions, held rows and a release arrive with the next pull, and in the past too', async () => {
  await source.terminate()
  await copy.terminate()
  recorded.clear()
  const later = { environment: { ALMANAC_CLOCK: HOUR_LATER } }
  const bitcoin = (minutesAgo: number, priceUsd: number) =>
    `aggregator:bitcoin,${NOW_SEC - minutesAgo * 60},${priceUsd},0.9\n`
  const file = join(home, 'prices.csv')
  const header = 'coin,atSec,priceUsd,confidence\n'
  writeFileSync(file, `${header}${bitcoin(60, 70_000)}${bitcoin(55, 70_100)}`)
  expect(await origin.run(['import', 'prices', file], later)).toMatchObject({ code: 0 })
  writeFileSync(file, `${header}${bitcoin(-10, 9_000_000)}`)
  expect(await origin.run(['import', 'prices', file], later)).toMatchObject({ code: 0 })
  const release = ['quality', 'release', '--run', '3-99', '--reason', 'test', '--by', 'me', '--yes']
  const released = await origin.run(release, later)
  expect(released.code, released.stderr).toBe(0)
  source = await origin.serve({ ALMANAC_CLOCK: TWO_HOURS_LATER })
  copy = await replica.serve({ ALMANAC_CLOCK: TWO_HOURS_LATER })
  const { code, stdout } = await replica.run(['pull', source.origin])
  expect([code, stdout]).toEqual([0, expect.stringContaining('runs pulled')])
  const runs = (await copy.get('/meta/changes?since=2')).body as { rows: { change: string }[] }
  expect(new Set(runs.rows.map(({ change }) => change))).toEqual(
    new Set(['added', 'revised', 'held']),
  )
  const asOf = '2026-01-14T12:30:00Z'
  const paths = [
    ...urls.filter((url) => /price|chart|meta/.test(url)),
    ...urls
      .filter((_, index) => index % 4 === 0)
      .map((url) => `${url}${url.includes('?') ? '&' : '?'}asOf=${asOf}`),
    `/prices/current/aggregator:bitcoin?asOf=${asOf}`,
    '/prices/current/aggregator:bitcoin',
    '/meta/revisions?fact=prices&limit=1000',
    '/meta/quality',
    ...Array.from({ length: 7 }, (_, index) => `/meta/runs/${index + 1}`),
  ]
  expect(await compare(paths)).toBeGreaterThan(40)
})

test('behavior: a backup of the running service moves to a cluster with PostgreSQL, and from there back to one machine', async () => {
  await copy.terminate()
  const clickHouse = await startClickHouse({ cluster: { name: 'move', shards: 2 } })
  const postgres = await startPostgres()
  const cluster = new Program({
    ...SETTINGS,
    ALMANAC_STORE_URL: clickHouse.urls.join(','),
    ALMANAC_CLUSTER: 'move',
    ALMANAC_ACCOUNTS_URL: await postgres.createDatabase(),
  })
  const back = new Program(SETTINGS)
  try {
    let from = origin
    for (const [index, to] of [cluster, back].entries()) {
      const backup = join(home, `move-${index}`)
      const made = await from.run(['backup', backup])
      expect([made.code, made.stderr]).toEqual([0, ''])
      const restored = await to.run(['restore', backup])
      expect([restored.code, restored.stderr]).toEqual([0, ''])
      expect(restored.stdout).toMatch(/This store is at run \d+\.\n$/)
      copy = await to.serve({ ALMANAC_CLOCK: TWO_HOURS_LATER })
      // Servers need longer for each; what came through them is compared again on one machine.
      const asked = to === cluster ? urlsOfFacts : urls.filter((_, at) => at % 2 === 0)
      expect(await compare(asked)).toBeGreaterThan(asked.length * 0.7)
      from = to
    }
    const again = await back.run(['restore', join(home, 'move-1')])
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('Stop it, then restore'),
    ])
  } finally {
    await back.stop()
    await cluster.stop()
    await postgres.stop()
    await clickHouse.stop()
  }
})
