import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportOptions } from '../runs/import/import-files.ts'
import type { ImportSummary } from '../runs/import/import-summary.ts'
import { runLine } from './run-for-tests.ts'

const USAGE = 'usage: almanac import <fact> [files… or -] [--format csv|json|ndjson|parquet|arrow]'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-command-'))
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

const SUMMARY: ImportSummary = {
  run: 12,
  committedAtMs: Date.UTC(2026, 10, 15, 9),
  alreadyKnown: false,
  accepted: 1234,
  rejected: 2,
  held: 1,
  rejectsFile: '/data/rejects/12-prices.ndjson',
  ignoredColumns: ['foo', 'bar'],
  seconds: 0.5,
}

async function run(args: string[], summary: Partial<ImportSummary> = {}, stdin: string[] = []) {
  const calls: ImportOptions[] = []
  const contents: string[] = []
  const { lines } = await runLine(['import', ...args], {
    operations: {
      importFiles: async (options) => {
        calls.push(options)
        for (const path of options.files)
          contents.push(await readFile(path, 'utf8').catch(() => ''))
        return { ...SUMMARY, ...summary }
      },
      importResponse: async (options) => {
        calls.push({ ...options, fact: options.url })
        const facts = [
          { fact: 'hacks', summary: { ...SUMMARY, ...summary } },
          { fact: 'protocols', summary: null },
        ]
        return { operation: 'hacks.list', facts, problems: ['a.json: body[1].name is missing'] }
      },
    },
    config: { dataDir },
    stdin: Readable.from(stdin.map((chunk) => Buffer.from(chunk))),
  })
  return { lines, options: calls[0], contents }
}

test('default: one line with accepted, rejected and held, then where to look', async () => {
  const { lines, options } = await run(['prices', 'a.csv', '/b.csv'])
  expect(options).toMatchObject({
    fact: 'prices',
    files: [resolve('a.csv'), '/b.csv'],
    strict: false,
    again: false,
    rejectsDir: join(dataDir, 'rejects'),
  })
  expect(lines).toEqual([
    'prices: 1,234 accepted, 2 rejected, 1 held (run 12, 0.5 s, 2,474 rows/s)',
    'rejected rows and reasons: /data/rejects/12-prices.ndjson',
    'ignored columns: foo, bar',
  ])
})

test('behavior: content that is already known says so', async () => {
  const { lines } = await run(['prices', 'a.csv'], {
    alreadyKnown: true,
    rejected: 0,
    rejectsFile: undefined,
    ignoredColumns: [],
  })
  expect(lines).toEqual([
    'already imported as run 12 on 2026-11-15T09:00:00.000Z; nothing changed (--again records it anew)',
  ])
})

test('behavior: the options reach the import', async () => {
  const { options } = await run([
    'prices',
    '--strict',
    '--again',
    '--format',
    'csv',
    '--rejects',
    '/elsewhere',
    '--map',
    'coin=Token Name',
    '--map',
    'atSec=a=b',
    '--set',
    'confidence=',
    '--time-format',
    '%d/%m/%Y',
    'x',
  ])
  expect(options).toMatchObject({
    map: { coin: 'Token Name', atSec: 'a=b' },
    set: { confidence: '' },
    timeFormat: '%d/%m/%Y',
    strict: true,
    again: true,
    format: 'csv',
    rejectsDir: '/elsewhere',
    files: [resolve('x')],
  })
})

test('behavior: - is standard input, kept in the data directory until the import is over', async () => {
  const { options, contents } = await run(['prices', '-', '--format', 'csv'], {}, [
    'coin,',
    'atSec\n',
  ])
  expect(options?.files[0]).toMatch(/\/spool\/[^/]+\/standard-input$/)
  expect(contents).toEqual(['coin,atSec\n'])
  expect(await readdir(join(dataDir, 'spool'))).toEqual([])
})

test('behavior: a dry run shows rows, rejects and what guards would hold', async () => {
  const { lines, options } = await run(
    ['prices', 'a.csv', '--dry-run', '--trusted', '--allow-new'],
    {
      rejectsFile: undefined,
      ignoredColumns: [],
      caught: {
        holds: 7,
        flags: 1,
        first: [{ series: '{"coin":"btc"}', atSec: 60, guard: 'spike', reason: 'It jumped.' }],
      },
      preview: { rows: [{ coin: 'btc' }], rejects: [{ place: 'a.csv, row 2', reason: 'no time' }] },
    },
  )
  expect(options).toMatchObject({ dryRun: true, trusted: true, allowNew: true })
  expect(lines).toEqual([
    'the first rows of prices as they would be stored:',
    '  {"coin":"btc"}',
    'the first rejected rows:',
    '  a.csv, row 2: no time',
    'prices: 1,234 accepted, 2 rejected, 1 held',
    'guards would hold 7 readings and would flag 1 (--trusted imports without guards)',
    '  btc at 1970-01-01T00:01:00.000Z: spike: It jumped.',
    '  and 6 more',
    'dry run: nothing was written',
  ])
})

test('behavior: saved responses are imported by the path that gave them', async () => {
  const { lines, options } = await run(['--from-answer', '/api/hacks', 'a.json'])
  expect(options).toMatchObject({ url: '/api/hacks', files: [resolve('a.json')] })
  expect(lines).toEqual([
    'hacks.list carries hacks, protocols',
    'hacks: 1,234 accepted, 2 rejected, 1 held (run 12, 0.5 s, 2,474 rows/s)',
    'rejected rows and reasons: /data/rejects/12-prices.ndjson',
    'ignored columns: foo, bar',
    'protocols: nothing new',
    'not read: a.json: body[1].name is missing',
  ])
  const mapped = run(['--from-answer', '/api/hacks', 'a.json', '--map', 'a=b'])
  await expect(mapped).rejects.toThrow('--from-answer goes without --map')
})

test('error: one line for wrong arguments', async () => {
  await expect(run([])).rejects.toThrow(USAGE)
  await expect(run(['prices'])).rejects.toThrow(USAGE)
  await expect(run(['prices', '-', '-'])).rejects.toThrow('- (standard input) can be named once')
  await expect(run(['prices', 'a.csv', '--map', 'coin'])).rejects.toThrow('--map coin: expected')
  await expect(run(['prices', 'a.csv', '--set', 'a=1', '--set', 'a=2'])).rejects.toThrow(
    '--set names the column a twice',
  )
  await expect(run(['prices', 'a.csv', '--fast'])).rejects.toThrow(
    /^Unknown option '--fast'; usage: almanac import/,
  )
})
