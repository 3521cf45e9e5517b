import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { dayOf } from '../../../lib/clock.ts'
import { yieldSamples } from '../facts.ts'
import { at, sampleRow } from '../facts-for-tests.ts'
import { loadAllPasts, loadPasts } from './pool-pasts.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** Puts samples of a pool, each at its time in the order given, and reads its past. */
async function pastOf(pool: string, ...samples: [atSec: number, apyPct: number | null][]) {
  await app.put(
    yieldSamples,
    samples.map(([atSec, apyPct]) => sampleRow(pool, atSec, { apyPct })),
  )
  return (await loadPasts(app.app.store.snapshot(), [pool])).get(pool)
}

const day = (daysAgo: number) => dayOf(at(daysAgo))

test('behavior: the last sample of a day stands for it, and the newest day is not closed', async () => {
  const past = await pastOf('a', [at(1, 1), 4], [at(1, 23), 6], [at(0, 0), 7], [at(0, 9), 8])
  expect(past).toMatchObject({
    newest: { atSec: at(0, 9), apyPct: 8 },
    closed: { count: 1, meanApyPct: 6 },
    recent: { times: [day(1)], apysPct: [6] },
  })
})

test('behavior: missing days and days without a yield are no days', async () => {
  const past = await pastOf('b', [at(9, 1), 4], [at(5, 1), null], [at(2, 1), 6], [at(0, 1), 8])
  expect(past).toMatchObject({
    // Mean 5, squared distances 1 + 1.
    closed: { count: 2, meanApyPct: 5, apySquares: 2 },
    recent: { times: [day(9), day(2)], apysPct: [4, 6] },
  })
})

test('behavior: of the last days those that count in the mean, with the newest thirty', async () => {
  const past = await pastOf('c', [at(30, 1), 1], [at(29, 1), 2], [at(0, 1), 3])
  expect(past).toMatchObject({ closed: { count: 2 }, recent: { times: [day(29)], apysPct: [2] } })
})

test('behavior: compared with are samples within three hours of 1, 7 and 30 days before', async () => {
  const samples: [number, number | null][] = [
    [at(30, 8), 1],
    [at(30, 9), 2],
    [at(7, 15), 3],
    [at(7, 16), 4],
    [at(1, 12), null],
    [at(1, 11), 5],
    [at(0, 12), 6],
  ]
  // Noon less three hours is 9 o'clock, and three hours after it is 15.
  expect((await pastOf('d', ...samples))?.near).toEqual({
    times: [at(30, 9), at(7, 15), at(1, 11)],
    apysPct: [2, 3, 5],
  })
})

test('behavior: corrected samples count as corrected, held ones do not count', async () => {
  await pastOf('e', [at(1, 1), 400], [at(0, 1), 8])
  await app.put(yieldSamples, [{ ...sampleRow('e', at(0, 2), { apyPct: 99 }), quality: 'held' }])
  expect(await pastOf('e', [at(1, 1), 4])).toMatchObject({
    newest: { apyPct: 8 },
    closed: { count: 1, meanApyPct: 4 },
  })
})

test('behavior: loading all gives what loading some does', async () => {
  const snapshot = app.app.store.snapshot()
  const all = await loadAllPasts(snapshot)
  expect(all).toEqual(await loadPasts(snapshot, ['a', 'b', 'c', 'd', 'e']))
})
