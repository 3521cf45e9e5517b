import { describe, expect, test } from 'vitest'
import { identifier, sql } from '../../../src/lib/sql.ts'
import { DATABASE, storageTable, tableOf } from '../../../src/store/tables.ts'
import {
  type Bench,
  cities,
  city,
  clock,
  everything,
  grown,
  peopleIn,
  put,
  type Row,
  stageTables,
  young,
} from './facts.ts'

/** Opening a store again, and what readers of it cannot do. */
export function describeOpening(bench: Bench): void {
  describe('opening', () => {
    test('behavior: what was committed is there again', async () => {
      const { latest } = bench.store.journal
      const before = await peopleIn(bench.store.snapshot(), 'Bari')
      const runs = await bench.store.journal.listAfter(0)
      await bench.reopen()
      expect(bench.store.journal.latest).toBe(latest)
      expect(await bench.store.journal.listAfter(0)).toEqual(runs)
      expect(await peopleIn(bench.store.snapshot(), 'Bari')).toEqual(before)
    })

    test('behavior: a fact that gained columns keeps its rows, with nothing in the new ones', async () => {
      await put(bench.store, young, [{ id: 'old', size: 1.5 }])
      await bench.reopen([cities, everything, grown])
      await put(bench.store, grown, [
        { id: 'new', size: 2.5, colour: 'red', tags: ['a'], heavy: true },
      ])
      const read = () => {
        const snapshot = bench.store.snapshot()
        return snapshot.query<Row>(
          sql`SELECT id, size, colour, tags, heavy FROM ${snapshot.current(grown)} ORDER BY id`,
        )
      }
      const expected = [
        { id: 'new', size: 2.5, colour: 'red', tags: ['a'], heavy: true },
        { id: 'old', size: 1.5, colour: null, tags: [], heavy: false },
      ]
      expect(await read()).toEqual(expected)
      await bench.reopen([cities, everything, grown])
      expect(await read()).toEqual(expected)
    })

    test.each(['started', 'committing'] as const)(
      'behavior: a run cut off while %s is cleared away',
      async (state) => {
        const id = bench.store.journal.nextId
        const countOf = sql`SELECT count() AS rows FROM ${tableOf(cities)} WHERE run = {id:UInt32}`
        const stage = sql`${identifier(DATABASE)}.stage_${id}_cities`
        await bench.store.journal.write({
          id,
          state,
          startedAtMs: clock.nowMs(),
          atMs: clock.nowMs(),
          source: 'cut',
          facts: [],
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
        })
        await bench.store.engine.ddl(
          sql`CREATE TABLE ${storageTable(stage, bench.store.placement)} AS ${storageTable(tableOf(cities), bench.store.placement)}`,
        )
        // As after a crash between two tables, or two shards: some rows have arrived.
        const rows = Array.from({ length: 20 }, (_, index) => ({
          ...city(index, { city: `Cut ${state} ${index}` }),
          run: id,
          quality: 'ok',
          recordedAt: new Date(clock.nowMs()).toISOString(),
        }))
        await bench.store.engine.insert(tableOf(cities), rows)
        await bench.reopen()
        const listCut = () => {
          const snapshot = bench.store.snapshot()
          return snapshot.query(
            sql`SELECT city FROM ${snapshot.current(cities, sql`startsWith(city, 'Cut ')`)}`,
          )
        }
        expect(await listCut()).toEqual([])
        // On a server the run might still be another process's: the next writer, who is alone,
        // clears it away.
        const next = await put(bench.store, cities, [city(1, { city: 'After' })])
        expect(next.id).toBe(id + 1)
        expect(await listCut()).toEqual([])
        const [left] = await bench.store.engine.query<{ rows: number }>(countOf, { id })
        expect(left?.rows).toBe(0)
        expect(await stageTables(bench.store)).toEqual([])
        expect(await bench.store.journal.find(id)).toMatchObject({
          state: 'failed',
          note: 'cut off before it was committed; nothing of it was kept',
        })
      },
    )
  })

  describe('readers', () => {
    test.each([
      ['insert', sql`INSERT INTO ${identifier(DATABASE)}.fact_growing (id) VALUES ('x')`],
      ['delete', sql`ALTER TABLE ${identifier(DATABASE)}.fact_growing DELETE WHERE 1`],
      ['truncate', sql`TRUNCATE TABLE ${identifier(DATABASE)}.fact_growing`],
      ['create a table', sql`CREATE TABLE ${identifier(DATABASE)}.mine (a Int8) ENGINE = Memory`],
      ['drop a table', sql`DROP TABLE ${identifier(DATABASE)}.fact_growing`],
      ['read a file', sql`SELECT * FROM file('/etc/passwd', 'LineAsString')`],
      [
        'write a file',
        sql`INSERT INTO FUNCTION file('/tmp/almanac-never', 'CSV', 'a Int8') VALUES (1)`,
      ],
      ['reach a URL', sql`SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')`],
      ['reach another server', sql`SELECT * FROM remote('127.0.0.1:1', 'system', 'one')`],
      ['run a program', sql`SELECT * FROM executable('x.sh', 'TSV', 'a String')`],
      ['give commands', sql`SYSTEM FLUSH LOGS`],
      ['lift the limit', sql`SET readonly = 0`],
      ['lift the limit for a query', sql`SELECT 1 SETTINGS readonly = 0, max_execution_time = 0`],
    ])('error: cannot %s', async (_, statement) => {
      await expect(bench.store.engine.query(statement)).rejects.toThrow()
    })

    test('behavior: values are bound, never spliced', async () => {
      const name = "x' OR 1 = 1 --"
      expect(await peopleIn(bench.store.snapshot(), name)).toEqual([])
    })
  })
}
