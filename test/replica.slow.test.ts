import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../src/accounts/postgres-for-tests.ts'
import { routes } from '../src/app.ts'
import { isRequired } from '../src/http/openapi/parameters.ts'
import { exampleOf, type Parameter } from '../src/http/parameters.ts'
import { methodsOf, ROOTS } from '../src/http/route.ts'
import { startClickHouse } from './support/clickhouse/start-server.ts'
import { putDemo, RECENT_DAYS } from './support/demo-dir.ts'
import { Program, type Server } from './support/program.ts'
import { ROOT } from './support/source-files.ts'
import { NOW_ISO, NOW_SEC, TEST_KEY } from './support/test-app.ts'
import { makeEngineDir } from './support/worker-engine.ts'

const HOUR_LATER = '2026-01-14T13:00:00Z'
const TWO_HOURS_LATER = '2026-01-14T14:00:00Z'
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
let restored: Program
let source: Server
let copy: Server

beforeAll(async () => {
  origin = new Program({ ...SETTINGS, ALMANAC_DOWNLOADS_DIR: folder })
  replica = new Program(SETTINGS)
  restored = new Program(SETTINGS)
  await makeEngineDir()
  await putDemo(origin.dataDir, NOW_ISO, RECENT_DAYS)
  source = await origin.serve()
  const { code, stdout } = await origin.run(['snapshot', folder])
  expect([code, stdout]).toEqual([0, expect.stringContaining('is at run 2: 2 runs')])
}, 1_800_000)
afterAll(async () => {
  await origin.stop()
  await replica.stop()
  await restored.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Starts a pull in a process of its own, and kills it some time after it says something. */
async function pullAndKill(untilLine: string, moreMs: number): Promise<void> {
  const env = { ...SETTINGS, PATH: process.env.PATH, ALMANAC_DATA_DIR: replica.dataDir }
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
  await pullAndKill('runs 1-2 fetched', 3_000)
  const { code, stdout, stderr } = await replica.run(['pull', source.origin])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('2 runs pulled; this store is at run 2.')
  const again = await replica.run(['pull', source.origin])
  expect(again.stdout).toBe('Nothing new; this store is at run 2.\n')
  copy = await replica.serve()
}, 1_800_000)

function exampleText(parameter: Parameter<unknown> | undefined): string {
  if (parameter === undefined) throw new Error('The path has a name that is no parameter.')
  return String(exampleOf(parameter, NOW_SEC))
}

/** Every address that answers GET, with its example. */
function listAddresses(): string[] {
  return routes.flatMap((route) =>
    ROOTS.flatMap((root) => {
      const path = route.paths[root]
      if (path === undefined || !methodsOf(route, root).includes('GET')) return []
      if (route.id === 'meta.getFreshness' || route.id.startsWith('account.')) return []
      // A stream has no end to compare.
      if (route.kind === 'stream') return []
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(exampleText(route.params[name])),
      )
      const query = Object.entries(route.query)
        .filter(([name, parameter]) => isRequired(parameter, name))
        .map(([name, parameter]) => [name, exampleText(parameter)])
      return `${filled}?${new URLSearchParams(query)}`
    }),
  )
}

interface Answer {
  isGood: boolean
  /** Of all its bytes. */
  digest: string
  /** How it begins, to show a difference. */
  start: string
}

async function read(server: Server, address: string): Promise<Answer> {
  const response = await fetch(`${server.origin}${address}`, { headers: { 'x-api-key': TEST_KEY } })
  const body = (await response.text()).replace(/"requestId":"[^"]*"/, '')
  const text = `${response.status} ${response.headers.get('x-data-source')} ${body}`
  return { isGood: response.ok, digest: hash('sha256', text), start: text.slice(0, 2_000) }
}

/** Answers of the source, which is asked once for each address while its store stays as it is. */
const recorded = new Map<string, Answer>()

async function readSource(address: string): Promise<Answer> {
  const answer = recorded.get(address) ?? (await read(source, address))
  recorded.set(address, answer)
  return answer
}

/** Counts the answers that are equal and good. */
async function compare(addresses: readonly string[]): Promise<number> {
  let good = 0
  for (const address of addresses) {
    const [expected, found] = await Promise.all([readSource(address), read(copy, address)])
    expect(found, address).toEqual(expected)
    if (found.isGood) good++
  }
  return good
}

test('default: a replica answers every operation byte for byte as its origin does', async () => {
  const addresses = listAddresses()
  expect(await compare(addresses)).toBeGreaterThan(100)
}, 1_800_000)

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
  const addresses = [
    ...listAddresses().filter((address) => /price|chart|meta/.test(address)),
    ...listAddresses()
      .filter((_, index) => index % 4 === 0)
      .map((address) => `${address}&asOf=${asOf}`),
    `/prices/current/aggregator:bitcoin?asOf=${asOf}`,
    '/prices/current/aggregator:bitcoin',
    '/meta/revisions?fact=prices&limit=1000',
    '/meta/quality',
    ...Array.from({ length: 7 }, (_, index) => `/meta/runs/${index + 1}`),
  ]
  expect(await compare(addresses)).toBeGreaterThan(40)
}, 1_800_000)

test('behavior: a backup of the running service restores to a store that answers byte for byte the same', async () => {
  await copy.terminate()
  const backup = join(home, 'backup')
  const made = await origin.run(['backup', backup])
  expect([made.code, made.stderr]).toEqual([0, ''])
  const { code, stdout, stderr } = await restored.run(['restore', backup])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/This store is at run \d+\.\n$/)
  copy = await restored.serve({ ALMANAC_CLOCK: TWO_HOURS_LATER })
  expect(await compare(listAddresses())).toBeGreaterThan(100)
  const again = await restored.run(['restore', backup])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('Stop it, then restore')])
}, 1_800_000)

test('behavior: a backup moves to a cluster with PostgreSQL, and from there back to one machine', async () => {
  const clickHouse = await startClickHouse({ cluster: { name: 'move', shards: 2 } })
  const postgres = await startPostgres()
  const cluster = new Program({
    ...SETTINGS,
    ALMANAC_STORE_URL: clickHouse.urls.join(','),
    ALMANAC_CLUSTER: 'move',
    ALMANAC_ACCOUNTS_URL: await postgres.createDatabase(),
  })
  const back = new Program(SETTINGS)
  const later = { ALMANAC_CLOCK: TWO_HOURS_LATER }
  try {
    // What the source answers is recorded by the test before.
    await source.terminate()
    await copy.terminate()
    let from = origin
    for (const [index, to] of [cluster, back].entries()) {
      const backup = join(home, `move-${index}`)
      const made = await from.run(['backup', backup], { environment: later })
      expect([made.code, made.stderr]).toEqual([0, ''])
      const moved = await to.run(['restore', backup])
      expect([moved.code, moved.stderr]).toEqual([0, ''])
      copy = await to.serve(later)
      expect(await compare(listAddresses())).toBeGreaterThan(100)
      from = to
    }
  } finally {
    await back.stop()
    await cluster.stop()
    await postgres.stop()
    await clickHouse.stop()
  }
}, 1_800_000)
