import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeEngineDir } from '../../test/support/worker-engine.ts'
import { checkRows, localDoctor } from '../commands/doctor.ts'
import { at } from '../lib/at.ts'
import { identifier, literal, sql } from '../lib/sql.ts'
import { commitRun, type RunResult } from '../runs/run.ts'
import { t } from './columns.ts'
import { defineFact, type Fact } from './fact.ts'
import { Store } from './store.ts'
import { DATABASE } from './tables.ts'

const values = { amount: t.float('an amount'), note: t.text('a note') }
const key = { coin: t.text('a coin') }
const left = defineFact({ name: 'left', describe: 'One', key, time: 'atSec', values })
const right = defineFact({ name: 'right', describe: 'Other', key, time: 'atSec', values })

let path: string
let store: Store
let lines: string[] = []
let nowMs = Date.parse('2026-01-01T00:00:00Z')

async function open(): Promise<void> {
  lines = []
  const log = (line: string) => void lines.push(line)
  store = await Store.open({ facts: [left, right], path, log, onDamage: log })
}

async function reopen(damage: () => void): Promise<void> {
  await store.close()
  damage()
  await open()
}

/** One run with rows 1 to `count` of some facts; each run's rows are of coins of its own. */
function put(facts: readonly Fact[], count: number, coin: string): Promise<RunResult> {
  nowMs += 1_000
  return commitRun(store, { source: 'import', clock: { nowMs: () => nowMs } }, async (stage) => {
    for (const fact of facts)
      await stage.insertSelect(
        fact,
        sql`SELECT ${literal(coin)} AS coin, toUInt32(number + 1) AS atSec, number / 3 AS amount, hex(sipHash64(number)) AS note FROM numbers(${count})`,
      )
    return { accepted: count * facts.length, rejected: 0, held: 0 }
  })
}

async function count(fact: Fact): Promise<number> {
  const snapshot = store.snapshot()
  const rows = await snapshot.query<{ rows: number }>(
    sql`SELECT count() AS rows FROM ${snapshot.current(fact)}`,
  )
  return at(rows, 0).rows
}

/** The folder of the part that a run's rows are in. */
async function partOf(fact: Fact, run: number): Promise<string> {
  const parts = await store.engine.writerQuery<{ path: string }>(
    sql`SELECT path FROM system.parts WHERE database = ${literal(DATABASE)} AND table = 'fact_${identifier(fact.name)}' AND active
     AND name IN (SELECT _part FROM ${identifier(DATABASE)}.fact_${identifier(fact.name)} WHERE run = ${run})`,
  )
  return at(parts, 0).path
}

async function doctor(repair = false): Promise<string[]> {
  const printed: string[] = []
  const context = {
    operations: localDoctor(store),
    isServing: false,
    print: (line: string) => void printed.push(line),
  }
  await checkRows(repair, context)
  return printed
}

beforeEach(async () => {
  path = await makeEngineDir()
  await open()
  for (const fact of [left, right]) {
    const table = sql`${identifier(DATABASE)}.fact_${identifier(fact.name)}`
    // Parts must not be merged, so that each run's rows are in a part of their own; and each
    // column has a file of its own, as in large parts.
    await store.engine.command(sql`SYSTEM STOP MERGES ${table}`)
    await store.engine.command(sql`ALTER TABLE ${table} MODIFY SETTING min_bytes_for_wide_part = 0`)
  }
  await put([left, right], 3_000, 'a')
  await put([left], 2_000, 'b')
})
afterEach(async () => {
  await store.close()
  rmSync(path, { recursive: true, force: true })
})

const DAMAGE: [string, (part: string) => void][] = [
  ['a truncated column', (part) => truncateSync(join(part, 'coin.bin'), 10)],
  ['an empty checksums file', (part) => writeFileSync(join(part, 'checksums.txt'), '')],
  ['a deleted part', (part) => rmSync(part, { recursive: true })],
]

describe.each(DAMAGE)('%s', (_, damage) => {
  test('behavior: the loss is named with its run and fact, and only that fact is refused', async () => {
    const part = await partOf(left, 1)
    await reopen(() => damage(part))
    expect(store.damages).toMatchObject([
      {
        fact: 'left',
        expected: 5_000,
        found: 2_000,
        runs: [{ run: 1, expected: 3_000, found: 0 }],
      },
    ])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^Damaged: left has 2,000 rows, the journal 5,000 in run 1 \(0 of 3,000 rows\)/,
    )
    await expect(count(left)).rejects.toMatchObject({ code: 'data_damaged', status: 503 })
    expect(await count(right)).toBe(3_000)
    await expect(doctor()).rejects.toThrow(/^The store is damaged\./)
  })

  test('behavior: after a repair the rest is served, and the same content can come again', async () => {
    const part = await partOf(left, 1)
    await reopen(() => damage(part))
    expect(await doctor(true)).toEqual([
      'left: run 1 lost 3,000 of 3,000 rows; the rest was taken back, and the same files can be imported again',
      'The store is consistent again.',
    ])
    await reopen(() => undefined)
    expect([store.damages, lines]).toEqual([[], []])
    expect(await store.journal.find(1)).toMatchObject({ state: 'committed', facts: ['right'] })
    expect([await count(left), await count(right)]).toEqual([2_000, 3_000])
    const again = await put([left, right], 3_000, 'a')
    expect(again).toMatchObject({ id: 3, alreadyKnown: false })
    // The rows of `right` are there twice, and of each the newest counts.
    expect([await count(left), await count(right)]).toEqual([5_000, 3_000])
    await reopen(() => undefined)
    expect(store.damages).toEqual([])
  })
})

test('behavior: a run that lost everything is lost, and its file can be imported again', async () => {
  const part = await partOf(left, 2)
  await reopen(() => rmSync(part, { recursive: true }))
  await doctor(true)
  await reopen(() => undefined)
  expect(await store.journal.find(2)).toMatchObject({ state: 'lost', facts: [] })
  expect(store.journal.latest).toBe(1)
  expect(await put([left], 2_000, 'b')).toMatchObject({ id: 3, alreadyKnown: false })
  expect(await count(left)).toBe(5_000)
})

test('behavior: flipped bytes refuse their fact once they were met, in one line', async () => {
  const file = join(await partOf(left, 1), 'note.bin')
  await reopen(() => {
    const bytes = readFileSync(file)
    const middle = bytes.length >> 1
    writeFileSync(file, bytes.fill(0xff, middle, middle + 4))
  })
  expect(store.damages).toEqual([])
  const snapshot = store.snapshot()
  const read = () => snapshot.query(sql`SELECT max(note) FROM ${snapshot.current(left)}`)
  await expect(read()).rejects.toMatchObject({ code: 'data_damaged' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^Damaged: left cannot be read; parts: all_\S+\. Stop the service/)
  expect(() => snapshot.current(left)).toThrow(/^Rows of left are damaged/)
  const printed = await doctor(true)
  expect(printed[0]).toMatch(/^left: part all_\S+ cannot be read/)
  expect(printed[1]).toMatch(/^left: run 1 lost 3,000 of 3,000 rows/)
  await reopen(() => undefined)
  expect(await count(left)).toBe(2_000)
})

test('behavior: revisions of a run that was taken back show what they had replaced', async () => {
  // Run 3 replaces the 2,000 rows of run 2, and run 4 those of run 3.
  for (const amount of [3, 4])
    await commitRun(store, { source: 'fix', clock: { nowMs: () => nowMs } }, async (stage) => {
      await stage.insertSelect(
        left,
        sql`SELECT 'b' AS coin, toUInt32(number + 1) AS atSec, toFloat64(${amount}) AS amount, '' AS note FROM numbers(2000)`,
      )
      return { accepted: 2_000, rejected: 0, held: 0 }
    })
  const part = await partOf(left, 3)
  await reopen(() => rmSync(part, { recursive: true }))
  await doctor(true)
  await reopen(() => undefined)
  // 3,000 of run 1 and 2,000 of run 4; run 2's are still replaced, though by run 4 now.
  expect(await count(left)).toBe(5_000)
})

test('behavior: rows of a run that the journal lost are known again after a repair', async () => {
  await store.engine.command(
    sql`ALTER TABLE ${identifier(DATABASE)}.runs DELETE WHERE id = 2 SETTINGS mutations_sync = 2`,
  )
  await reopen(() => undefined)
  expect(store.damages).toMatchObject([
    { fact: 'left', expected: 3_000, found: 5_000, runs: [{ run: 2, expected: 0, found: 2_000 }] },
  ])
  expect(await doctor(true)).toEqual([
    'left: 2,000 rows of run 2, which the journal had lost, are known again',
    'The store is consistent again.',
  ])
  await reopen(() => undefined)
  expect(await store.journal.find(2)).toMatchObject({ state: 'committed', source: 'recovered' })
  expect(await count(left)).toBe(5_000)
})

test('error: a damaged journal stops the start with one line', async () => {
  const [parts] = await store.engine.writerQuery<{ path: string }>(
    sql`SELECT path FROM system.parts WHERE database = ${literal(DATABASE)} AND table = 'runs' AND active LIMIT 1`,
  )
  await store.close()
  truncateSync(join(parts?.path ?? '', 'checksums.txt'), 0)
  await expect(open()).rejects.toThrow(
    /^The journal of runs is damaged: the engine put aside \S+\. Restore/,
  )
})

test('behavior: a store from before row counts is counted once, and its loss is seen', async () => {
  // As an older version wrote it: no counts, no revisions.
  await store.engine.command(
    sql`ALTER TABLE ${identifier(DATABASE)}.runs UPDATE rows = map() WHERE 1 SETTINGS mutations_sync = 2`,
  )
  const part = await partOf(left, 2)
  await reopen(() => rmSync(part, { recursive: true }))
  expect(lines.slice(0, 2)).toEqual([
    'Counting the rows of left (1 of 2); this happens once.',
    'Counting the rows of right (2 of 2); this happens once.',
  ])
  // The import of one fact said 2,000 rows.
  expect(store.damages).toMatchObject([
    { fact: 'left', runs: [{ run: 2, expected: 2_000, found: 0 }] },
  ])
  await reopen(() => undefined)
  expect(lines).toHaveLength(1)
  expect(existsSync(path) && readdirSync(path).length > 0).toBe(true)
})

test('behavior: a damaged record of replaced rows is made again, and replaced rows stay replaced', async () => {
  await put([left], 1_000, 'a')
  expect(await count(left)).toBe(5_000)
  const parts = await store.engine.writerQuery<{ path: string }>(
    sql`SELECT path FROM system.parts WHERE database = ${literal(DATABASE)} AND table = 'replacements' AND active`,
  )
  await reopen(() => {
    for (const part of parts) writeFileSync(join(part.path, 'checksums.txt'), '')
  })
  expect(lines[0]).toBe(
    'The record of replaced rows is damaged on disk; it is made again from the rows.',
  )
  expect([store.damages, await count(left)]).toEqual([[], 5_000])
  await reopen(() => undefined)
  expect([lines, await count(left)]).toEqual([[], 5_000])
})
