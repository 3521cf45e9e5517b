import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../src/accounts/postgres-for-tests.ts'
import type { ClickHouseServer } from './support/clickhouse/start-server.ts'
import { takeClickHouse } from './support/clickhouse/worker-server.ts'
import { makeLaterVersion } from './support/later-version.ts'
import { PATIENCE } from './support/patience.ts'
import { Program, type Server } from './support/program.ts'

const AT_SEC = 1_700_000_000
const MAX_WAIT_MS = 60_000 * PATIENCE
let clickHouse: ClickHouseServer
let postgres: TestPostgres
let later: string
const programs: Program[] = []

beforeAll(async () => {
  clickHouse = await takeClickHouse()
  postgres = await startPostgres()
  // Prices count double, so that each response tells the version it came from.
  const migrations =
    "migrations: [{ describe: 'doubled', convert: { priceUsd: sql`priceUsd * 2` } }],"
  later = makeLaterVersion('src/domains/coins/facts.ts', (text) =>
    text.replace("name: 'prices',", `name: 'prices', ${migrations}`),
  )
})
afterAll(async () => {
  for (const program of programs) await program.stop()
  await postgres?.stop()
  rmSync(later, { recursive: true, force: true })
})

/** Asks one node, and when that fails the other, as a client or a proxy does. */
class Client {
  nodes: Server[] = []
  readonly prices = new Set<number>()
  readonly failures: string[] = []
  asked = 0
  #isOver = false

  async run(): Promise<void> {
    while (!this.#isOver) {
      const order = this.asked % 2 === 0 ? this.nodes : this.nodes.toReversed()
      // Another timestamp each time, so that no response is a cached one.
      await this.#askOneOf(order, AT_SEC + (this.asked++ % 3_000))
      await sleep(5)
    }
  }

  stop(): void {
    this.#isOver = true
  }

  async #askOneOf(nodes: Server[], atSec: number): Promise<void> {
    const problems: string[] = []
    for (const node of nodes) {
      const found = await priceOn(node, 'test:a', atSec).catch((error: Error) => error.message)
      if (typeof found === 'number') return void this.prices.add(found)
      problems.push(String(found))
    }
    this.failures.push(problems.join('; '))
  }
}

async function priceOn(
  node: Server,
  coin: string,
  atSec = AT_SEC,
): Promise<number | string | undefined> {
  const { status, body } = await node.get(`/prices/historical/${atSec}/${coin}`)
  if (status !== 200) return `${status} ${JSON.stringify(body)}`
  return (body as { coins: Record<string, { price: number }> }).coins[coin]?.price
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + MAX_WAIT_MS
  while (!(await isSo())) {
    if (performance.now() > untilMs) throw new Error('It did not happen.')
    await sleep(50)
  }
}

test('behavior: nodes of two versions answer while one after the other is upgraded', async () => {
  const accounts = await postgres.createDatabase()
  const start = async (role: string, root?: string) => {
    const program = new Program(
      {
        ALMANAC_STORE_URL: clickHouse.url,
        ALMANAC_ACCOUNTS_URL: accounts,
        ALMANAC_DEMO: 'off',
        ALMANAC_EXPLORER: 'off',
        ALMANAC_FREE_RATE: '1000000',
        LOG_LEVEL: 'info',
        ALMANAC_ACCESS_LOG: 'off',
      },
      root,
    )
    programs.push(program)
    return { program, server: await program.serve({}, ['--role', role]) }
  }
  const importPrice = async ({ program }: { program: Program }, coin: string, price: number) => {
    const input = `coin,atSec,priceUsd\n${coin},${AT_SEC},${price}\n`
    const imported = await program.run(['import', 'prices', '-', '--format', 'csv'], { input })
    expect(imported.code, imported.stderr).toBe(0)
  }
  const ingest = await start('ingest')
  await importPrice(ingest, 'test:a', 2.5)
  const [a, b] = [await start('api'), await start('api')]
  const client = new Client()
  client.nodes = [a.server, b.server]
  const asking = client.run()

  // First the node that writes: it migrates, and nodes of the earlier version go on.
  expect(await ingest.server.terminate()).toBe(0)
  const laterIngest = await start('ingest', later)
  expect(laterIngest.server.stdout).toContain('Migrating 1 rows of prices (doubled)')
  await importPrice(laterIngest, 'test:b', 7)
  expect([...client.prices]).toEqual([2.5])
  await until(async () => {
    const { status, body } = await a.server.get('/ready')
    return status === 200 && 'upgrade' in (body as object)
  })
  expect((await a.server.get('/ready')).body).toEqual({
    status: 'ready',
    dataVersion: 1,
    upgrade:
      'The store was written by a newer version of Almanac: prices has schema 1.2, this version knows schema 1.1. Responses are of run 1.',
  })
  expect(await priceOn(a.server, 'test:b')).toBeUndefined()

  // Then one API node after the other.
  expect(await a.server.terminate()).toBe(0)
  const laterA = await start('api', later)
  client.nodes = [laterA.server, b.server]
  await until(async () => client.prices.has(5))
  expect(await b.server.terminate()).toBe(0)
  const laterB = await start('api', later)
  client.nodes = [laterA.server, laterB.server]
  for (const { server } of [laterA, laterB]) {
    expect(await priceOn(server, 'test:a')).toBe(5)
    expect(await priceOn(server, 'test:b')).toBe(7)
  }
  client.stop()
  await asking
  expect(client.failures).toEqual([])
  expect([...client.prices]).toEqual([2.5, 5])
  expect(client.asked).toBeGreaterThan(100)

  // The earlier version does not start again on what the later one wrote.
  await expect(start('api')).rejects.toThrow('written by a newer version of Almanac')
})
