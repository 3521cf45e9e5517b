import { createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATIENCE } from './support/patience.ts'
import { type Command, Program } from './support/program.ts'

const ROWS = 3_000_000
const COINS = 500
const MAX_STOP_MS = 10_000
const TIMES = [0, 2]
const program = new Program({ ALMANAC_DEMO: 'off' })
const file = join(program.dataDir, 'prices.csv')

/** Prices of 500 coins at 6,000 timestamps. */
function* lines(): Generator<string, void, undefined> {
  yield 'coin,atSec,priceUsd\n'
  for (let timestamp = 0; timestamp < ROWS / COINS; timestamp++) {
    const atSec = 1_700_000_000 + timestamp * 300
    yield Array.from(
      { length: COINS },
      (_, coin) => `test:coin${coin},${atSec},${coin + 1}\n`,
    ).join('')
  }
}

beforeAll(async () => {
  await pipeline(Readable.from(lines()), createWriteStream(file))
})
afterAll(() => program.stop())

/** Returns when the command has opened the store, and some time more. */
async function untilWorking(command: Command, moreMs: number): Promise<void> {
  while (command.isRunning && !existsSync(join(program.dataDir, 'almanac.sock'))) await sleep(5)
  await sleep(moreMs)
}

/** Returns when an import has begun to write, and some time more. */
async function untilStaging(command: Command, moreMs: number): Promise<void> {
  const tables = join(program.dataDir, 'facts', 'data', 'almanac')
  const isStaging = () => readdirSync(tables).some((name) => name.startsWith('stage_'))
  while (command.isRunning && !isStaging()) await sleep(5)
  await sleep(moreMs)
}

function expectStopped(outcome: Awaited<ReturnType<Command['terminate']>>): void {
  expect(outcome.stderr.trimEnd().split('\n').length, outcome.stderr).toBe(1)
  expect(outcome.code).toBe(0)
  expect(outcome.ms).toBeLessThan(MAX_STOP_MS)
}

describe('SIGTERM', () => {
  test.each(TIMES)('behavior: an import ends without a trace (%i)', async (time) => {
    const command = program.start(['import', 'prices', file])
    await untilWorking(command, time * 150 * PATIENCE)
    expect(command.isRunning).toBe(true)
    const outcome = await command.terminate()
    expectStopped(outcome)
    expect(outcome.stderr).toMatch(/^Stopped; a run that was not committed is removed/)
    const { stdout } = await program.run(['status'])
    expect(stdout).toMatch(/data version 0\./)
    expect(stdout).toMatch(/^prices +0 /m)
  })

  test.each(TIMES)('behavior: a server ends in the middle of an import (%i)', async (time) => {
    const server = await program.serve()
    const command = program.start(['import', 'prices', file])
    await untilStaging(command, time * 200 * PATIENCE)
    const startedMs = performance.now()
    expect(await server.terminate()).toBe(0)
    expect(performance.now() - startedMs).toBeLessThan(MAX_STOP_MS)
    const { code, stderr } = await command.ended()
    expect([code, stderr.trimEnd().split('\n').length]).toEqual([1, 1])
    expect(stderr).toMatch(/^The server stopped before it had finished/)
    expect((await program.run(['status'])).stdout).toMatch(/data version 0\./)
  })

  describe('with rows', () => {
    beforeAll(async () => {
      const { stdout } = await program.run(['import', 'prices', file])
      expect(stdout).toMatch(/^prices: 3,000,000 accepted/)
    })

    test.each(TIMES)('behavior: an export ends and leaves no file (%i)', async (time) => {
      const output = join(program.dataDir, `out-${time}.csv`)
      const command = program.start(['export', 'prices', '-o', output])
      await untilWorking(command, time * 80 * PATIENCE)
      expect(command.isRunning).toBe(true)
      expectStopped(await command.terminate())
      expect(existsSync(output)).toBe(false)
    })

    test.each(TIMES)(
      'behavior: requests that a server accepted are answered (%i)',
      async (time) => {
        const server = await program.serve()
        await server.get('/prices/current/test:coin0')
        const asked = Array.from({ length: 4 }, (_, index) =>
          server.get(`/chart/test:coin${time * 4 + index}?start=1700000000&span=2000&period=5m`),
        )
        await sleep(100 * PATIENCE)
        const startedMs = performance.now()
        const code = await server.terminate()
        expect(performance.now() - startedMs).toBeLessThan(MAX_STOP_MS)
        expect(code).toBe(0)
        for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
      },
    )
  })

  describe('with a node that does not answer', () => {
    let node: HttpServer
    let requests = 0
    let environment: Record<string, string>
    beforeAll(async () => {
      node = createServer(() => {
        requests++
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => node.once('listening', resolve))
      const protocols = join(program.dataDir, 'protocols')
      mkdirSync(protocols)
      writeFileSync(
        join(protocols, 'my-vault.json'),
        JSON.stringify({
          ...{ kind: 'token-balances', protocol: '1', chain: 'local', start: 1_700_000_000 },
          holdings: [{ owners: [`0x${'aa'.repeat(20)}`], tokens: [`0x${'bb'.repeat(20)}`] }],
        }),
      )
      environment = {
        ALMANAC_RPC_LOCAL: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
        ALMANAC_PROTOCOLS_DIR: protocols,
      }
    })
    afterAll(() => {
      node.closeAllConnections()
      node.close()
    })

    test('behavior: a live run ends', async () => {
      const before = requests
      const command = program.start(['run', 'my-vault'], environment)
      while (command.isRunning && requests === before) await sleep(10)
      expect(command.isRunning).toBe(true)
      expectStopped(await command.terminate())
    })
  })
})
