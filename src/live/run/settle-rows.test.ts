import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEngineDir } from '../../../test/support/worker-engine.ts'
import { createClock } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { commitRows } from '../../runs/run.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact, type Fact } from '../../store/fact.ts'
import { Store } from '../../store/store.ts'
import { tableOf } from '../../store/tables.ts'
import { normalizeRows, type SettledRows, settleRows } from './settle-rows.ts'

const weights = defineFact({
  name: 'weights',
  describe: 'What a thing weighs at a timestamp',
  key: { thing: t.word('its name') },
  time: 'atSec',
  values: {
    grams: t.float('its weight', { min: 0 }),
    count: orNull(t.int('how many', { max: 10 })),
    digits: t.digits('every digit'),
    isWet: t.bool('whether it is wet'),
  },
  hold: [{ reason: 'more than a ton', when: sql`grams > 1000000` }],
})
const things = defineFact({
  name: 'things',
  describe: 'What a thing is',
  key: { thing: t.text('its name', { max: 10 }) },
  values: {
    colour: t.text('its colour'),
    maker: orNull(t.text('who made it')),
    tags: t.texts('words for it'),
  },
})

let folder: string
let store: Store

beforeAll(async () => {
  folder = await makeEngineDir()
  store = await Store.open({ facts: [weights, things], path: folder })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function put(fact: Fact, rows: Record<string, unknown>[]): Promise<SettledRows> {
  let settled: SettledRows | undefined
  await commitRows(
    store,
    { source: 'test', clock: createClock('2026-01-14T12:00:00Z') },
    async () => {
      settled = await settleRows(store, [{ fact, rows }])
      return settled
    },
  )
  return settled as unknown as SettledRows
}

function servedRows(fact: Fact): Promise<unknown[]> {
  const snapshot = store.snapshot()
  return snapshot.query(
    sql`SELECT * EXCEPT (run, recordedAt) FROM ${snapshot.current(fact)} ORDER BY thing`,
  )
}

const weight = (thing: string, grams: number, more = {}) => ({
  thing,
  atSec: 60,
  grams,
  count: null,
  digits: '1',
  isWet: true,
  ...more,
})
const reasonsOf = ({ problems }: SettledRows) =>
  problems.map(({ kind, reason, row }) => `${row.thing} ${kind}: ${reason}`)

test('default: rows are stored exactly, with the quality they carry', async () => {
  // A number that a careless way through a text would change, and one beyond what a float can tell.
  const grams = 0.1 + 0.2
  const settled = await put(weights, [
    weight('apple', grams, { count: 3, digits: String(2n ** 200n), isWet: false }),
    weight("pe'ar\\", 5, { quality: 'selfReported' }),
  ])
  expect(settled).toMatchObject({ counts: { accepted: 2, rejected: 0, held: 0 }, problems: [] })
  expect(await servedRows(weights)).toEqual([
    {
      thing: 'apple',
      atSec: 60,
      grams,
      count: 3,
      digits: String(2n ** 200n),
      isWet: false,
      quality: 'ok',
    },
    {
      thing: "pe'ar\\",
      atSec: 60,
      grams: 5,
      count: null,
      digits: '1',
      isWet: true,
      quality: 'selfReported',
    },
  ])
})

test('behavior: what the fact holds back and figures outside of their bounds are kept as held, with the reason', async () => {
  const settled = await put(weights, [
    weight('rock', 2e6),
    weight('hole', -1),
    weight('herd', 1, { count: 11 }),
    weight('pebble', 1),
  ])
  expect(settled.counts).toEqual({ accepted: 1, rejected: 0, held: 3 })
  expect(reasonsOf(settled)).toEqual([
    'rock held: more than a ton',
    'hole held: grams is below 0',
    'herd held: count is above 10',
  ])
  const kept = await store.engine.query(
    sql`SELECT thing, grams FROM ${tableOf(weights)} WHERE quality = 'held' ORDER BY thing`,
  )
  expect(kept).toEqual([
    { thing: 'herd', grams: 1 },
    { thing: 'hole', grams: -1 },
    { thing: 'rock', grams: 2e6 },
  ])
})

test('behavior: what cannot be kept is rejected with the reason, and its neighbours are stored', async () => {
  const settled = await put(weights, [
    weight('a', Number.NaN),
    weight('b', 1, { digits: '-5' }),
    weight('c', 1, { count: 1.5 }),
    weight('', 1),
    weight('d', 1, { atSec: -1 }),
    weight('e', 1),
  ])
  expect(settled.counts).toEqual({ accepted: 1, rejected: 5, held: 0 })
  expect(reasonsOf(settled)).toEqual([
    'a rejected: grams: not a finite number ("NaN")',
    'b rejected: digits: not a whole number from 0 to 2^256 - 1 in plain digits ("-5")',
    'c rejected: count: not a whole number ("1.5")',
    ' rejected: thing: missing',
    'd rejected: atSec: before 1970 ("-1")',
  ])
})

test('behavior: the same row twice is one; rows that contradict each other are all held', async () => {
  const settled = await put(weights, [
    weight('same', 1),
    weight('same', 1),
    weight('twofold', 1),
    weight('twofold', 2),
  ])
  expect(settled.counts).toEqual({ accepted: 1, rejected: 0, held: 2 })
  expect(new Set(reasonsOf(settled))).toEqual(
    new Set(['twofold held: another row has the same thing, atSec and other values']),
  )
})

test('behavior: a value that is held and the one that is carried on in its place stand side by side', async () => {
  const settled = await put(weights, [
    weight('cart', 9, { quality: 'held' }),
    weight('cart', 3, { quality: 'carried' }),
  ])
  expect(settled).toMatchObject({ counts: { accepted: 1, rejected: 0, held: 1 }, problems: [] })
  const snapshot = store.snapshot()
  const served = await snapshot.query(
    sql`SELECT grams, quality FROM ${snapshot.current(weights, sql`thing = 'cart'`)}`,
  )
  expect(served).toEqual([{ grams: 3, quality: 'carried' }])
})

test('behavior: of a fact without a time only what is new is written, and what a row does not name stays', async () => {
  await put(things, [{ thing: 'door', colour: 'red', maker: 'Ann', tags: ['a', 'b'] }])
  const before = store.snapshot()
  expect((await put(things, [{ thing: 'door', colour: 'red', tags: ['a', 'b'] }])).counts).toEqual({
    accepted: 0,
    rejected: 0,
    held: 0,
  })
  const repainted = { thing: 'door', colour: 'blue', tags: ['a', 'b'] }
  const expected = { thing: 'door', colour: 'blue', maker: 'Ann', tags: ['a', 'b'], quality: 'ok' }
  expect(await normalizeRows(store, { fact: things, rows: [repainted] })).toEqual([expected])
  expect((await put(things, [repainted])).counts.accepted).toBe(1)
  expect(await servedRows(things)).toEqual([expected])
  // As of before, it would still be news; now it is not.
  expect(await normalizeRows(store, { fact: things, rows: [repainted] }, before)).toEqual([
    expected,
  ])
  expect(await normalizeRows(store, { fact: things, rows: [repainted] })).toEqual([])
  // Named as null, it is taken away.
  expect(
    await normalizeRows(store, { fact: things, rows: [{ ...repainted, maker: null }] }),
  ).toEqual([{ ...expected, maker: null }])
})

test('behavior: more rows than one statement takes keep their order and places', async () => {
  const rows = Array.from({ length: 1_500 }, (_, index) =>
    weight(`thing-${index}`, index === 1_400 ? -1 : index, { atSec: 120 }),
  )
  const settled = await put(weights, rows)
  expect(settled.counts).toEqual({ accepted: 1_499, rejected: 0, held: 1 })
  expect(reasonsOf(settled)).toEqual(['thing-1400 held: grams is below 0'])
})
