import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Sql, sql } from '../../../src/lib/sql.ts'
import { commitRows } from '../../../src/runs/run.ts'
import type { Fact } from '../../../src/store/fact.ts'
import { hasRepeats, REPLACEMENTS, recordSql } from '../../../src/store/replacement-sql.ts'
import type { Snapshot } from '../../../src/store/snapshot.ts'
import { Store } from '../../../src/store/store.ts'
import { storageTable, tableOf } from '../../../src/store/tables.ts'
import {
  type Bench,
  clock,
  echoes,
  FACTS,
  labels,
  type Place,
  put,
  type Row,
  readings,
  tick,
} from './facts.ts'

interface Reading {
  sensor: number
  atSec: number
  level: number
  quality: string
}

/** Two sensors and four timestamps, so that runs often meet, and often repeat themselves. */
const readingRow: fc.Arbitrary<Reading> = fc.record({
  sensor: fc.integer({ min: -9, max: -8 }),
  atSec: fc.integer({ min: 8, max: 11 }),
  level: fc.integer({ min: 0, max: 99 }),
  quality: fc.constantFrom('ok', 'ok', 'ok', 'held', 'carried'),
})
const bounds = { minLength: 1, maxLength: 5 }
const distinctRows = fc.uniqueArray(readingRow, {
  ...bounds,
  selector: ({ sensor, atSec, quality }) => `${sensor} ${atSec} ${quality === 'held'}`,
})
const repeatedRows = fc.array(readingRow, bounds)

/** What a run may show of a sensor and timestamp: several levels if the run repeats itself. */
type World = Map<string, number[]>

function follow(world: World, rows: readonly Reading[]): World {
  const brought = Map.groupBy(
    rows.filter(({ quality }) => quality !== 'held'),
    ({ sensor, atSec }) => `${sensor} ${atSec}`,
  )
  return new Map([
    ...world,
    ...[...brought].map(([key, some]) => [key, some.map(({ level }) => level)] as const),
  ])
}

/** What is served: one row of each sensor and timestamp, with a level that its newest run gave it. */
async function expectWorld(
  snapshot: Snapshot,
  fact: Fact,
  { place, world }: { place: string; world: World },
): Promise<void> {
  const rows = await snapshot.query<Reading>(
    sql`SELECT sensor, atSec, level FROM ${snapshot.current(fact, sql`place = {place:String}`)} ORDER BY ALL`,
    { place },
  )
  const served = rows.map(({ sensor, atSec, level }) => [`${sensor} ${atSec}`, level] as const)
  expect(served.map(([key]) => key).sort()).toEqual([...world.keys()].sort())
  for (const [key, level] of served) expect(world.get(key)).toContain(level)
  await expectUnrevised(snapshot, fact, place)
  // A condition on values asks the newest version alone.
  if ([...world.values()].some((levels) => levels.length > 1)) return
  const high = await snapshot.query<Reading>(
    sql`SELECT sensor, atSec, level FROM ${snapshot.current(fact, sql`place = {place:String}`, sql`level >= 50`)} ORDER BY ALL`,
    { place },
  )
  expect(high).toEqual(rows.filter(({ level }) => level >= 50))
}

/** Where nothing was revised, all versions are the current ones. */
async function expectUnrevised(snapshot: Snapshot, fact: Fact, place: string): Promise<void> {
  const revised = snapshot.revisedKeys(fact, sql`sensor, atSec`)
  if (revised === undefined) return
  const where = sql`place = {place:String} AND (sensor, atSec) NOT IN (${revised})`
  const [versions, current] = await Promise.all(
    [snapshot.versions(fact, where), sql`FROM ${snapshot.current(fact, where)}`].map((from) =>
      snapshot.query<Reading>(sql`SELECT sensor, atSec, level ${from} ORDER BY ALL`, { place }),
    ),
  )
  expect(versions).toEqual(current)
}

const countLabels = async (snapshot: Snapshot, newest = sql`1`) => {
  const [row] = await snapshot.query<{ rows: number; sum: number }>(
    sql`SELECT toUInt32(count()) AS rows, toUInt32(sum(size)) AS sum FROM ${snapshot.current(labels, sql`1`, newest)}`,
  )
  return [row?.rows, row?.sum]
}

/** Of each key and time the newest version, whatever runs brought, held back or repeated. */
export function describeVisibility(bench: Bench): void {
  const putStraight = (fact: Fact, rows: readonly Row[]) => {
    tick()
    return commitRows(bench.store, { source: 'suite', clock }, async () => ({
      rows: [{ fact, rows }],
      counts: { accepted: rows.length, rejected: 0, held: 0 },
    }))
  }
  const revised = (fact: Fact, run = bench.store.journal.latest) =>
    bench.store.replacements.revisedAt(fact, run)
  const sized = (size: number, count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => ({ fact: `label ${first + index}`, size }))

  describe('visibility', () => {
    test('default: rows that were replaced are known by the run that did it', async () => {
      const first = await put(bench.store, labels, sized(1, 3))
      expect(revised(labels)).toBe('never')
      const second = await put(bench.store, labels, sized(2, 2, 2))
      expect([revised(labels, first.id), revised(labels)]).toEqual(['never', 'rarely'])
      const recorded = await bench.store.engine.query(
        sql`SELECT identity, replacedRun, byRun FROM ${REPLACEMENTS} WHERE fact = 'labels'`,
      )
      expect(recorded).toEqual([{ identity: ['label 2'], replacedRun: first.id, byRun: second.id }])
      const revisedAt = (run: number) => {
        const snapshot = bench.store.snapshotOf(run)
        return snapshot.query(snapshot.revisedKeys(labels, sql`upper(fact) AS label`) ?? sql``)
      }
      expect(await revisedAt(first.id)).toEqual([])
      expect(await revisedAt(second.id)).toEqual([{ label: 'LABEL 2' }])
      expect(await countLabels(bench.store.snapshotOf(first.id))).toEqual([3, 3])
      expect(await countLabels(bench.store.snapshot())).toEqual([4, 6])
    })

    test('behavior: what only adds rows, or is held, replaces nothing', async () => {
      const row = { place: 'quiet', sensor: 1, level: 1, atSec: 1_000 }
      const before = await readReplaced()
      await put(bench.store, readings, [row, { ...row, atSec: 2_000 }])
      await putStraight(readings, [{ ...row, atSec: 3_000 }])
      await put(bench.store, readings, [{ ...row, sensor: 2, atSec: 1_500 }])
      await putStraight(readings, [{ ...row, quality: 'held' }])
      expect(await readReplaced()).toBe(before)
      await putStraight(readings, [{ ...row, level: 2 }])
      expect(await readReplaced()).toBe(before + 1)
      async function readReplaced(): Promise<number> {
        const [row] = await bench.store.engine.query<{ rows: number }>(
          sql`SELECT toUInt32(count()) AS rows FROM ${REPLACEMENTS} WHERE fact = 'readings'`,
        )
        return row?.rows ?? 0
      }
    })

    test.each([
      ['any', readings, distinctRows, 'rarely'],
      ['runs that repeat themselves', echoes, repeatedRows, 'often'],
    ] as const)(
      'behavior: after %s, every run still sees what it saw',
      async (_, fact, rows, expected) => {
        let world = 0
        const run = fc.record({ rows, isStaged: fc.boolean() })
        const property = fc.asyncProperty(
          fc.array(run, { minLength: 1, maxLength: 8 }),
          async (runs) => {
            const place = `world ${++world}`
            const seen: { run: number; world: World }[] = []
            let now: World = new Map()
            for (const { rows, isStaged } of runs) {
              const placed = rows.map((row) => ({ ...row, place }))
              const { id } = isStaged
                ? await put(bench.store, fact, placed)
                : await putStraight(fact, placed)
              now = follow(now, rows)
              seen.push({ run: id, world: now })
            }
            for (const { run, world } of seen)
              await expectWorld(bench.store.snapshotOf(run), fact, { place, world })
          },
        )
        await fc.assert(property, { numRuns: 4 })
        await bench.reopen()
        await fc.assert(property, { numRuns: 1 })
        expect(revised(fact)).toBe(expected)
      },
    )

    test('behavior: a run too large for memory is compared to the same end', async () => {
      const { engine, journal } = bench.store
      const row = { place: 'large', sensor: 1, level: 1, atSec: 1 }
      await put(bench.store, readings, [row, { ...row, atSec: 2 }])
      await put(bench.store, readings, [
        { ...row, quality: 'held' },
        { ...row, atSec: 2 },
      ])
      const readPairs = () =>
        engine.query(
          sql`SELECT DISTINCT * FROM ${REPLACEMENTS} WHERE fact = 'readings' ORDER BY ALL`,
        )
      const recorded = await readPairs()
      for (const { id, facts } of await journal.listAfter(0))
        if (facts.includes('readings')) await engine.command(recordSql(readings, 1e9), { run: id })
      expect(await readPairs()).toEqual(recorded)
      const repeats = (runs: Sql) =>
        hasRepeats(engine, readings, {
          from: sql`FROM ${tableOf(readings)} WHERE quality != 'held' AND ${runs}`,
          rows: 1e9,
        })
      expect([await repeats(sql`1`), await repeats(sql`run = ${journal.latest}`)]).toEqual([
        true,
        false,
      ])
    })

    test('behavior: a fact that is revised often is served the same', async () => {
      const many = 12_000
      const before = await put(bench.store, labels, sized(1, many))
      const few = bench.store.snapshot()
      await put(bench.store, labels, sized(3, many))
      expect([revised(labels, before.id), revised(labels)]).toEqual(['rarely', 'often'])
      expect(await countLabels(few)).toEqual([many, many])
      expect(await countLabels(bench.store.snapshot())).toEqual([many, 3 * many])
      expect(await countLabels(bench.store.snapshot(), sql`size = 1`)).toEqual([0, 0])
      expect(await countLabels(bench.store.snapshot(), sql`size = 3`)).toEqual([many, 3 * many])
      await bench.reopen()
      expect([revised(labels, before.id), revised(labels)]).toEqual(['rarely', 'often'])
      expect(await countLabels(bench.store.snapshotOf(before.id))).toEqual([many, many])
    })

    test('behavior: a run that is taken back replaces nothing', async () => {
      await put(bench.store, readings, [{ place: 'cut', sensor: 1, atSec: 1, level: 1 }])
      const id = bench.store.journal.nextId
      const nowMs = clock.nowMs()
      await bench.store.journal.write({
        ...{ id, state: 'committing', startedAtMs: nowMs, atMs: nowMs, source: 'cut', facts: [] },
        ...{
          contentHash: '',
          accepted: 0,
          rejected: 0,
          held: 0,
          note: '',
          rows: {},
          newestSec: {},
          revision: 0,
          undoes: [],
          dropped: {},
          droppedUpTo: {},
        },
      })
      await bench.store.engine.insert(REPLACEMENTS, [
        { fact: 'readings', identity: ['cut', '1', '1'], replacedRun: id - 1, byRun: id },
      ])
      await bench.reopen()
      await expectWorld(bench.store.snapshot(), readings, {
        place: 'cut',
        world: new Map([['1 1', [1]]]),
      })
      await put(bench.store, readings, [{ place: 'cut', sensor: 2, atSec: 1, level: 2 }])
      const world = new Map([
        ['1 1', [1]],
        ['2 1', [2]],
      ])
      await expectWorld(bench.store.snapshot(), readings, { place: 'cut', world })
      const left = await bench.store.engine.query(
        sql`SELECT identity FROM ${REPLACEMENTS} WHERE byRun = {id:UInt32}`,
        { id },
      )
      expect(left).toEqual([])
    })

    test('behavior: a store that was made before replacements were recorded records them once', async () => {
      const row = { place: 'old', sensor: -7, atSec: 10 }
      const runs: number[] = []
      for (const level of [1, 2, 3])
        runs.push((await put(bench.store, readings, [{ ...row, level }])).id)
      await put(bench.store, readings, [{ ...row, level: 4, quality: 'held' }])
      const { placement } = bench.store
      for (const table of new Set([storageTable(REPLACEMENTS, placement), REPLACEMENTS]))
        await bench.store.engine.ddl(sql`DROP TABLE ${table}${placement.onCluster} SYNC`)
      const told: string[] = []
      await bench.reopen(FACTS, (message) => told.push(message))
      expect(told.filter((message) => message.includes('readings'))).toHaveLength(1)
      for (const [index, run] of runs.entries())
        await expectWorld(bench.store.snapshotOf(run), readings, {
          place: 'old',
          world: new Map([['-7 10', [index + 1]]]),
        })
      await expectWorld(bench.store.snapshot(), readings, {
        place: 'old',
        world: new Map([['-7 10', [3]]]),
      })
      await bench.reopen(FACTS, (message) => told.push(message))
      expect(told.filter((message) => message.includes('readings'))).toHaveLength(1)
    })
  })
}

/** What another process sees of the runs that this one commits. */
export function describeFollowing(bench: Bench, placeOf: () => Place): void {
  test('behavior: another process that follows the runs knows what they replaced', async () => {
    const row = { place: 'shared', sensor: 1, atSec: 1 }
    const other = await Store.open({ facts: FACTS, ...placeOf() })
    try {
      for (const level of [1, 2]) {
        await put(bench.store, readings, [{ ...row, level }])
        await other.refresh()
        await expectWorld(other.snapshot(), readings, {
          place: 'shared',
          world: new Map([['1 1', [level]]]),
        })
      }
    } finally {
      await other.close()
    }
  })
}
