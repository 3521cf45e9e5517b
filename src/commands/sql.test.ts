import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { protocols } from '../domains/registry/public.ts'
import { tvlRecords } from '../domains/tvl/public.ts'
import { outputTo, runLine } from './run-for-tests.ts'
import { sqlOperations } from './sql.ts'

const USAGE = 'usage: almanac sql <SELECT> [--param <name>=<value>]… [--as-of <time>] [--format '

let service: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-sql-'))
  service = await TestApp.start()
  await service.put(protocols, [{ id: '1', name: 'Example Swap', category: 'Dexs' }])
  await service.put(tvlRecords, [
    { protocol: '1', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC - 600, tvlUsd: 1_000 },
  ])
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(args: string[], isTTY = false) {
  const written: string[] = []
  const { lines } = await runLine(['sql', ...args], {
    operations: sqlOperations(service.app.sql),
    stdout: outputTo(written, isTTY),
  })
  return { written: written.join(''), lines }
}

test('default: CSV to standard output and no other word there', async () => {
  expect(await run(['SELECT id, name FROM protocols'])).toEqual({
    written: '"id","name"\n"1","Example Swap"\n',
    lines: [],
  })
})

test('behavior: parameters, formats, the past, the plan', async () => {
  const query = 'SELECT name FROM protocols WHERE id = {id:String} AND {n:UInt8} = 2'
  const given = ['--param', 'id=1', '--param', 'n=2', '--format', 'ndjson']
  expect((await run([query, ...given])).written).toBe('{"name":"Example Swap"}\n')
  const past = ['SELECT count() AS count FROM tvl', '--as-of', '2026-01-13']
  expect((await run(past)).written).toBe('"count"\n0\n')
  expect((await run(['SELECT 1', '--explain'])).written).toContain('Limit')
})

test('behavior: -o writes a file whose ending tells the format', async () => {
  const path = join(folder, 'tvl.parquet')
  const { lines } = await run(['SELECT * FROM tvl', '-o', path])
  expect(lines).toEqual([`written to ${path}`])
  expect((await readFile(path)).subarray(0, 4).toString()).toBe('PAR1')
})

test.each([
  [['SELECT * FROM system.one'], 'There is no view "system.one"'],
  [['SELECT 1', '--param', 'x'], '--param x: write it as <name>=<value>'],
  [['SELECT 1', '--format', 'xml'], '--format xml: not a format; use one of json, csv'],
  [['SELECT 1', '-o', 'a.txt'], '-o a.txt: not a format'],
  [['SELECT 1', '--as-of', 'soon'], '--as-of: "soon" is not a time'],
  [['SELECT 1', 'SELECT 2'], USAGE],
  [[], USAGE],
  [['--nonsense'], "Unknown option '--nonsense'"],
])('error: one line for %j', async (args, message) => {
  await expect(run(args)).rejects.toThrow(message)
})

test('error: nothing binary on a terminal', async () => {
  await expect(run(['SELECT 1', '--format', 'arrow'], true)).rejects.toThrow('not for a terminal')
})
