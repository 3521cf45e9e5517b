import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Program } from './support/program.ts'

const program = new Program({ ALMANAC_DEMO: 'off', ALMANAC_CLOCK: '2026-01-14T12:00:00Z' })
const pricesFile = join(program.dataDir, 'prices.csv')
const NOW_SEC = Date.parse('2026-01-14T12:00:00Z') / 1000

beforeAll(async () => {
  // 40,000 records, the newest a minute old and worth 3 USD.
  const lines = Array.from(
    { length: 40_000 },
    (_, index) => `test:coin,${NOW_SEC - 60 * (40_000 - index)},3`,
  )
  writeFileSync(pricesFile, ['coin,atSec,priceUsd', ...lines].join('\n'))
  const { stdout } = await program.run(['import', 'prices', pricesFile])
  expect(stdout).toMatch(/^prices: 40,000 accepted/)
})
afterAll(() => program.stop())

/** Files of a name in the parts of the prices. */
function findFiles(name: string): string[] {
  const table = join(program.dataDir, 'facts', 'data', 'almanac', 'fact_prices')
  return readdirSync(table)
    .filter((part) => part.startsWith('all_'))
    .map((part) => join(table, part, name))
}

test('behavior: damaged prices are refused, other facts are served, and repair and import bring them back', async () => {
  for (const file of findFiles('checksums.txt')) truncateSync(file, 0)
  const damaged = await program.serve()
  expect(await damaged.get('/ready')).toMatchObject({
    status: 503,
    body: { status: 'damaged', dataVersion: 1, damagedFacts: ['prices'] },
  })
  expect(await damaged.get('/prices/current/test:coin')).toMatchObject({
    status: 503,
    body: { error: 'data_damaged', status: 503 },
  })
  expect((await damaged.get('/v2/chains')).status).toBe(200)
  expect((await damaged.get('/health')).status).toBe(200)
  // One line of the log has run, fact, counts and part.
  const logged = damaged.stdout.split('\n').filter((line) => line.includes('Damaged: '))
  expect(logged).toHaveLength(1)
  expect(logged[0]).toMatch(
    /prices has 0 rows, the journal 40,000 in run 1 \(0 of 40,000 rows\); parts: broken-on-start_all/,
  )
  const refused = await program.run(['doctor', '--repair'])
  expect([refused.code, refused.stderr.trimEnd().split('\n').length]).toEqual([1, 1])
  expect(refused.stderr).toMatch(/^A server has the store open\. Stop it/)
  expect((await program.run(['status'])).stdout).toMatch(/^Damaged: prices has 0 rows/m)
  await damaged.terminate()

  const looked = await program.run(['doctor'])
  expect([looked.code, looked.stderr]).toEqual([
    1,
    'The store is damaged. Restore a backup, or run `almanac doctor --repair`.\n',
  ])
  const repaired = await program.run(['doctor', '--repair'])
  expect([repaired.code, repaired.stderr, repaired.stdout.split('\n').slice(0, 2)]).toEqual([
    0,
    '',
    [
      'prices: run 1 lost 40,000 of 40,000 rows; the rest was taken back, and the same files can be imported again',
      'The store is consistent again.',
    ],
  ])
  const well = await program.run(['doctor'])
  // Checks of the set-up come first, one line each. The disk of a test machine may be nearly full.
  expect(well.stdout).toMatch(/^(ok|warning) +disk +[\d.]+ GB of [\d.]+ GB are free/m)
  expect(well.stdout.trimEnd().split('\n').at(-1)).toBe('Every row is there and readable.')
  const imported = await program.run(['import', 'prices', pricesFile])
  expect(imported.stdout).toMatch(/^prices: 40,000 accepted, 0 rejected, 0 held \(run 2,/)
  const server = await program.serve()
  expect((await server.get('/ready')).status).toBe(200)
  expect((await server.get('/prices/current/test:coin')).body).toMatchObject({
    coins: { 'test:coin': { price: 3 } },
  })
  await server.terminate()
})

test('error: metadata that is not right stops the start without a stack', async () => {
  const folder = join(program.dataDir, 'facts', 'metadata', 'almanac')
  writeFileSync(join(folder, 'fact_prices.sql'), 'garbage')
  const { code, stdout, stderr } = await program.run(['serve'])
  expect([code, stdout]).toEqual([1, ''])
  // The engine's library prints a line of its own before it gives up.
  const lines = stderr.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(2)
  expect(lines.at(-1)).toMatch(
    /^The facts in .+ cannot be opened: .+ Restore them from a backup\.$/,
  )
  rmSync(folder, { recursive: true })
})
