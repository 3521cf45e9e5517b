import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsageError } from '../../lib/errors.ts'
import { withoutControls } from '../../lib/without-controls.ts'
import { hostileNames, type TextColumn, WRITERS } from './hostile-names-for-tests.ts'
import type { ImportSummary } from './import-summary.ts'
import { openTestStore, type TestStore } from './store-for-tests.ts'

const FORMATS = Object.keys(WRITERS)
const OWN = ['row', 'reason', 'file']

let it: TestStore
let canary: string
let names: string[]
let number = 0

beforeAll(async () => {
  it = await openTestStore()
  canary = join(it.folder, 'canary')
  names = hostileNames(canary)
})

afterAll(async () => {
  expect(existsSync(canary)).toBe(false)
  expect(Object.keys(Object.prototype)).toEqual([])
  await it.close()
})

/** Two rows of prices, the second a bad one, with columns of other names among them. */
function pricesWith(hostile: readonly string[]): TextColumn[] {
  const [first, ...rest] = hostile.map(
    (name, index): TextColumn => [name, [`a${index}`, `b${index}`]],
  )
  const coin = `c${++number}`
  return [
    ...(first === undefined ? [] : [first]),
    ['coin', [coin, 'bad']],
    ['atSec', ['1', '1']],
    ['priceUsd', ['5', 'x']],
    ...rest,
  ]
}

async function importAs(
  format: string,
  columns: readonly TextColumn[],
  more: Parameters<TestStore['import']>[2] = {},
): Promise<ImportSummary> {
  const content = WRITERS[format]?.(columns) ?? ''
  return it.import('prices', await it.file(`f.${format}`, content), more)
}

/** The one sentence that a person gets. */
async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UsageError)
  const { message } = error as UsageError
  expect(message).toMatch(/^f\.\w+/)
  expect(message).not.toMatch(/the file cannot be read|syntax error/i)
  expect(message.length).toBeLessThan(1_200)
  return message
}

describe.each(FORMATS)('%s', (format) => {
  test('behavior: hostile names beside good columns are ignored columns, and shown as they are with bad rows', async () => {
    const columns = pricesWith(names)
    const summary = await importAs(format, columns)
    expect(summary).toMatchObject({ accepted: 1, rejected: 1 })
    // CSV is read without the blanks around a field.
    const kept = format === 'csv' ? names.map((name) => name) : names
    expect(new Set(summary.ignoredColumns)).toEqual(new Set(kept))
    const [reject = {}] = await it.rejects(summary)
    expect(reject).toMatchObject({ row: 2, reason: 'priceUsd: not a number ("x")', coin: 'bad' })
    for (const [name, [, value]] of columns)
      if (!OWN.includes(name) && name !== 'row (column)')
        expect([name, reject[name]]).toEqual([name, value])
  })

  test('behavior: of a hostile name that --map chooses, the values are read', async () => {
    const theirs = names.filter(
      (name) => name.includes('OUTFILE') || /^(_?raw_|_row|fileRow)/.test(name),
    )
    const columns = pricesWith([...theirs, 'raw_2']).map(
      ([name, values]): TextColumn => (name === 'raw_0' ? [name, ['41', '42']] : [name, values]),
    )
    const summary = await importAs(format, columns, {
      map: { confidence: 'raw_0' },
      set: { priceUsd: '7' },
    }).catch((error: Error) => error.message)
    expect(summary).toContain('row 1: confidence: above 1 ("41")')
  })

  test('error: hostile names alone', async () => {
    const columns = names.map((name): TextColumn => [name, ['a']])
    const message = await problemOf(importAs(format, columns))
    expect(message).toContain("missing columns coin, atSec, priceUsd of prices; the file has a'b")
    expect(message).toBe(withoutControls(message).replace('\n', ''))
  })

  test.each([
    ['a megabyte', () => ['x'.repeat(1_000_000)], 'the name of column "xxx'],
    [
      'a megabyte of quotes',
      () => [`'"\`\\`.repeat(250_000)],
      'has 1000000 characters; at most 500 are read',
    ],
  ])('error: %s', async (_, make, message) => {
    expect(await problemOf(importAs(format, pricesWith(make())))).toContain(message)
  })

  test('error: too many names', async () => {
    // The writers of these formats, not the reader, would take minutes for as many as text has.
    const count = ['parquet', 'arrow'].includes(format) ? 1_000 : 100_000
    const many = Array.from({ length: count }, (_, index) => `h${index}`)
    expect(await problemOf(importAs(format, pricesWith(many)))).toBe(
      `f.${format} has ${count + 3} columns; at most 1000 are read`,
    )
  })

  test('behavior: a NUL in a name is kept, or names the line of a text file', async () => {
    const work = importAs(format, pricesWith(['a\0b', '\0']))
    if (format === 'csv') expect(await problemOf(work)).toContain('f.csv, line 1: a NUL byte')
    else expect((await work).ignoredColumns).toEqual(['a\0b', '\0'])
  })

  test('behavior: an empty name is no column, or refused in a word', async () => {
    const outcome = await importAs(format, pricesWith(['', 'x'])).catch((error: Error) => error)
    // The engine reads such a Parquet file at times, and at others it does not.
    if (outcome instanceof Error && format === 'parquet')
      expect(outcome.message).toBe('f.parquet: a column has no name')
    else expect(outcome).toMatchObject({ accepted: 1, rejected: 1 })
  })

  test('error: the same name twice', async () => {
    const twice: TextColumn[] = [...pricesWith([]), ['coin', ['d1', 'd2']]]
    const message = await problemOf(importAs(format, twice))
    expect(message).toMatch(/(called|column|member) "coin"/)
  })
})

test('behavior: rows cannot pass for rows that were found unreadable', async () => {
  const lie = { coin: 'liar', atSec: 1, priceUsd: 5, almanacProblem: 'a lie', almanacLine: 'x' }
  const path = await it.file('f.ndjson', `${JSON.stringify(lie)}\n{broken\n`)
  const summary = await it.import('prices', path)
  expect(summary).toMatchObject({ accepted: 1, rejected: 1 })
  expect(await it.rejects(summary)).toMatchObject([{ row: 2, reason: 'not a JSON object' }])
})

test('behavior: as many and as long names as are read fit into a statement', async () => {
  const wide = Array.from({ length: 990 }, (_, index) => `${index}${'`'.repeat(490)}`)
  const path = await it.file('f.csv', WRITERS.csv?.(pricesWith(wide)) ?? '')
  expect(await it.import('prices', path)).toMatchObject({ accepted: 1, rejected: 1 })
})

test('behavior: a header of blanks and stray returns is read in one pass', async () => {
  const header = `coin,${' '.repeat(1_000_000)}a\rb,priceUsd,atSec`
  const startMs = performance.now()
  const path = await it.file('f.csv', `${header}\nstray,1,5,1\n`)
  expect(await it.import('prices', path)).toMatchObject({ ignoredColumns: ['a\rb'] })
  expect(performance.now() - startMs).toBeLessThan(20_000)
})

test.each([
  ['constructor', { format: 'constructor' }, '--format constructor: not a format'],
  ['toString', { timeFormat: 'toString' }, '--time-format toString: use seconds'],
])('error: options that every object has a member for: %s', async (_, more, message) => {
  const path = await it.file('f.csv', 'coin,atSec,priceUsd\na,1,5\n')
  await expect(it.import('prices', path, more)).rejects.toThrow(message)
})
