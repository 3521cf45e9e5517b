import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { prices } from '../domains/coins/facts.ts'
import { qualityHolds } from '../live/guards/holds/facts.ts'
import { sourceStates } from '../live/schedule/source-state-log.ts'
import { type EventFilter, isAfter, parseEventId, passes } from './event.ts'
import { readEvents } from './read-events.ts'

const READING = { guard: 'spike', reason: '×3', release: 'agreement', figures: '{}' }

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

function holdOf(series: string, state: string, atSec = NOW_SEC) {
  return {
    ...READING,
    ...{ fact: 'tvl', series: JSON.stringify({ protocol: series }), atSec, id: `id-${series}` },
    ...{ state, value: 30, servedValue: 10, heldRun: null, decidedBy: null, decisionReason: null },
  }
}

async function eventsOf(runId: number) {
  const [run] = await app.app.store.journal.listCommitted(runId - 1, 1)
  if (run === undefined) throw new Error(`Run ${runId} is not committed.`)
  return readEvents(app.app.store, run)
}

const parsed = async (runId: number) =>
  (await eventsOf(runId)).map(({ text }) => JSON.parse(text) as Record<string, unknown>)

test('default: a commit with its facts and their rows', async () => {
  const run = await app.put(prices, [
    { coin: 'aggregator:a', atSec: NOW_SEC, priceUsd: 1, confidence: 1 },
    { coin: 'aggregator:b', atSec: NOW_SEC, priceUsd: 2, confidence: 1 },
  ])
  expect(await parsed(run)).toEqual([
    {
      ...{ id: String(run), event: 'commit', run, at: '2026-01-14T12:00:00.000Z', source: 'test' },
      ...{ facts: [{ fact: 'prices', rows: 2 }], accepted: 2, rejected: 0, held: 0, note: '' },
    },
  ])
})

test('behavior: held and released readings come before the commit, one event per fact and decision', async () => {
  const run = await app.put(qualityHolds, [
    holdOf('b', 'held'),
    holdOf('a', 'held'),
    holdOf('c', 'released'),
    holdOf('d', 'flagged'),
  ])
  const events = await parsed(run)
  expect(events.map(({ id, event, count }) => [id, event, count])).toEqual([
    [`${run}.1`, 'held', 2],
    [`${run}.2`, 'released', 1],
    [String(run), 'commit', undefined],
  ])
  const reading = { atSec: NOW_SEC, guard: 'spike', reason: '×3', value: 30, servedValue: 10 }
  expect(events[0]).toMatchObject({
    fact: 'tvl',
    readings: [
      { id: 'id-a', series: { protocol: 'a' }, ...reading },
      { id: 'id-b', series: { protocol: 'b' }, ...reading },
    ],
  })
})

test('behavior: an event shows 20 readings and counts the rest', async () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    holdOf(`p${index}`, 'held', NOW_SEC + index),
  )
  const [held] = await parsed(await app.put(qualityHolds, rows))
  expect(held).toMatchObject({ count: 25 })
  const readings = held?.readings as { atSec: number }[]
  expect([readings.length, readings[0]?.atSec, readings.at(-1)?.atSec]).toEqual([
    ...[20, NOW_SEC, NOW_SEC + 19],
  ])
})

test('behavior: sources that fail and recover; the same events at a later run', async () => {
  const failing = await app.put(sourceStates, [{ source: 'x', state: 'failing', reason: 'down' }])
  const recovered = await app.put(sourceStates, [{ source: 'x', state: 'recovered', reason: null }])
  expect(await parsed(failing)).toMatchObject([
    { id: `${failing}.1`, event: 'failing', source: 'x', reason: 'down' },
    { event: 'commit' },
  ])
  expect((await parsed(recovered))[0]).toMatchObject({ event: 'recovered', reason: null })
})

test('behavior: filters by event and by fact; what has no fact passes', async () => {
  const [held, , commit] = await eventsOf(2)
  const [failing] = await eventsOf(4)
  if (held === undefined || commit === undefined || failing === undefined) throw new Error('none')
  const only = (events: string[], facts: string[]) =>
    ({ events: new Set(events), facts: new Set(facts) }) as EventFilter
  const seen = (filter: EventFilter) =>
    [held, commit, failing].map((event) => passes(event, filter))
  expect(seen(only([], []))).toEqual([true, true, true])
  expect(seen(only(['held'], []))).toEqual([true, false, false])
  expect(seen(only([], ['tvl']))).toEqual([true, false, true])
  expect(seen(only(['commit'], ['quality_holds']))).toEqual([false, true, false])
})

test('behavior: ids have an order; the commit ends its run', () => {
  const ids = ['11', '12.1', '12.2', '12.10', '12', '13.1'].map((id) => parseEventId(id, 'since'))
  for (const [index, id] of ids.entries())
    expect(ids.map((other) => isAfter(other, id))).toEqual(ids.map((_, at) => at > index))
  for (const wrong of ['', 'x', '1.', '-1', '1.2.3', '99999999999'])
    expect(() => parseEventId(wrong, 'since')).toThrow('since')
})
