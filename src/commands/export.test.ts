import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UsageError } from '../lib/errors.ts'
import type { ExportOptions } from '../runs/export.ts'
import { outputTo, runLine } from './run-for-tests.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-command-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(args: string[], behave: { fail?: Error; isTTY?: boolean } = {}) {
  const written: string[] = []
  const calls: ExportOptions[] = []
  const { lines } = await runLine(['export', ...args], {
    operations: {
      exportFact: async (options) => {
        calls.push(options)
        await options.write(Buffer.from('rows'))
        if (behave.fail) throw behave.fail
        return { rows: 1234 }
      },
    },
    config: { dataDir: folder },
    stdout: outputTo(written, behave.isTTY),
  })
  return { lines, written, options: calls[0] }
}

test('default: CSV to standard output and no other word there', async () => {
  const { lines, written, options } = await run(['prices'])
  expect(options).toMatchObject({ fact: 'prices', format: 'csv', asOfMs: undefined })
  expect([lines, written]).toEqual([[], ['rows']])
})

test('behavior: -o writes a file whose ending tells the format', async () => {
  const path = join(folder, 'prices.parquet')
  const { lines, options } = await run(['prices', '-o', path])
  expect(options?.format).toBe('parquet')
  expect(await readFile(path, 'utf8')).toBe('rows')
  expect(lines).toEqual([`prices: 1,234 rows written to ${path}`])
  expect((await run(['prices', '-o', join(folder, 'a.jsonl')])).options?.format).toBe('ndjson')
})

test('behavior: --as-of takes Unix seconds or an ISO date', async () => {
  expect((await run(['prices', '--as-of', '1700000000'])).options?.asOfMs).toBe(1_700_000_000_000)
  expect((await run(['prices', '--as-of', '2026-01-01'])).options?.asOfMs).toBe(1_767_225_600_000)
  await expect(run(['prices', '--as-of', 'noon'])).rejects.toThrow(
    '--as-of noon: not a time; give Unix seconds or an ISO date',
  )
})

test('error: a failed export leaves no file', async () => {
  const path = join(folder, 'failed.csv')
  await expect(run(['prices', '-o', path], { fail: new Error('broken') })).rejects.toThrow('broken')
  expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([])
})

test('error: one line for wrong arguments', async () => {
  await expect(run([])).rejects.toThrow(
    new UsageError(
      'usage: almanac export <fact> [--format parquet|csv|ndjson] [--output <file>] [--as-of <time>]; the fact is missing',
    ),
  )
  await expect(run(['prices', '--format', 'xml'])).rejects.toThrow(
    '--format xml: not a format; use --format with one of parquet, csv, ndjson',
  )
  await expect(run(['prices', '-o', 'x.txt'])).rejects.toThrow(
    'cannot tell the format from x.txt; use --format with one of parquet, csv, ndjson',
  )
  await expect(run(['prices', '-o', '/nowhere/x.csv'])).rejects.toThrow(
    'cannot write to /nowhere/x.csv',
  )
  await expect(run(['prices', '--format', 'parquet'], { isTTY: true })).rejects.toThrow(
    'Parquet is not for a terminal',
  )
})

test('behavior: a reader that has seen enough is no error', async () => {
  const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  await expect(run(['prices'], { fail: gone })).resolves.toMatchObject({ lines: [] })
})
