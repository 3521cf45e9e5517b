import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickHouseServer } from './support/clickhouse/start-server.ts'
import { takeClickHouse } from './support/clickhouse/worker-server.ts'
import { PATIENCE } from './support/patience.ts'
import { Program, type Server } from './support/program.ts'

const MAX_WAIT_MS = 120_000 * PATIENCE
const RATE = 20
const KEY = 'workers-key-0123456789'
let clickHouse: ClickHouseServer
let program: Program
let server: Server

beforeAll(async () => {
  clickHouse = await takeClickHouse()
  program = new Program({
    ALMANAC_STORE_URL: clickHouse.url,
    ALMANAC_DEMO: 'off',
    // A minute of the limits must not end while the tests run.
    ALMANAC_CLOCK: '2026-01-31T12:00:00Z',
    LOG_LEVEL: 'info',
    ALMANAC_ACCESS_LOG: 'off',
    ALMANAC_BOOTSTRAP_KEY: KEY,
    ALMANAC_PRO_RATE: String(RATE),
    ALMANAC_FREE_RATE: '100000',
  })
  server = await program.serve({}, ['--workers', '2'])
})
afterAll(async () => {
  await program?.stop()
})

/** On a connection of its own, so that the workers take turns. */
function get(path: string, headers: Record<string, string> = {}) {
  return server.get(path, { Connection: 'close', ...headers })
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + MAX_WAIT_MS
  while (!(await isSo())) {
    if (performance.now() > untilMs) throw new Error(`It did not happen. ${server.stdout}`)
    await sleep(20)
  }
}

/** The processes behind some responses: each begins its request ids in its own way. */
async function answering(): Promise<Set<string | undefined>> {
  const responses = await Promise.all(Array.from({ length: 6 }, () => get('/v2/chains')))
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  return new Set(responses.map(({ headers }) => headers.get('x-request-id')?.split('-')[0]))
}

/** Process ids of all workers that were started. */
function pids(): number[] {
  return [...server.stdout.matchAll(/"workerPid":(\d+)/g)].map(([, pid]) => Number(pid))
}

test('default: two workers answer on one port, and metrics say whose each figure is', async () => {
  await until(async () => (await answering()).size === 2)
  expect(pids()).toHaveLength(2)
  const { body } = await get('/metrics')
  const versions = String(body).match(/^almanac_data_version.*/gm)
  expect(versions).toEqual([
    'almanac_data_version{process="main"} 0',
    'almanac_data_version{process="worker-1"} 0',
    'almanac_data_version{process="worker-2"} 0',
  ])
  const answered = String(body).match(/^almanac_requests_total\{operation="tvl.listChains.*/gm)
  expect(answered?.map((line) => /process="([^"]+)"/.exec(line)?.[1])).toEqual([
    'worker-1',
    'worker-2',
  ])
})

test('behavior: what the main process commits is seen by every worker', async () => {
  const imported = await program.run(['import', 'prices', '-', '--format', 'csv'], {
    input: 'coin,atSec,priceUsd\ntest:a,1700000000,2.5\n',
  })
  expect(imported.code, imported.stderr).toBe(0)
  // Each process tells of itself: some responses may all come from one worker.
  await until(async () => {
    const { body } = await get('/metrics')
    return String(body).match(/^almanac_data_version.* 1$/gm)?.length === 3
  })
  const path = '/prices/historical/1700000000/test:a'
  const responses = await Promise.all(Array.from({ length: 4 }, () => get(path)))
  for (const { body } of responses) expect(JSON.stringify(body)).toContain('"price":2.5')
})

test('behavior: a limit counts for all workers together', async () => {
  const ask = async () => (await get('/api/v2/chains', { 'X-API-Key': KEY })).status
  // As many as are allowed, over both workers; then none of them has any left.
  for (let request = 0; request < RATE; request++) expect(await ask()).toBe(200)
  await sleep(1_000 * PATIENCE)
  for (let request = 0; request < 6; request++) expect(await ask()).toBe(429)
})

test('behavior: a worker that is killed is replaced while the others serve', async () => {
  const [victim = 0] = pids()
  process.kill(victim, 'SIGKILL')
  await until(() => server.stdout.includes('a worker ended'))
  await answering()
  await until(async () => (await answering()).size === 2)
  expect(pids()).toHaveLength(3)
  // What was admitted before counts for the new one too.
  for (let request = 0; request < 4; request++)
    expect((await get('/api/v2/chains', { 'X-API-Key': KEY })).status).toBe(429)
})

test('behavior: SIGTERM ends all of them, with requests answered', async () => {
  const asked = Array.from({ length: 8 }, () => get('/protocols'))
  // By then all of them have reached this machine.
  await Promise.race(asked)
  expect(await server.terminate()).toBe(0)
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
  for (const pid of pids()) expect(() => process.kill(pid, 0), String(pid)).toThrow('ESRCH')
})
