import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveSource } from '../../sources/model/live-source.ts'
import type { LiveJob } from '../model/live-job.ts'
import { LiveWorld, type Sight, sightSource } from '../run/live-world-for-tests.ts'
import { runPeriod } from '../run/run-period.ts'
import { verifyRun } from '../verify/verify-run.ts'
import { type BackfillOptions, backfill, listAffectedDays } from './backfill.ts'

const H = 3_600
/** The first three hours of 1970, and the day they belong to. */
const range = { fromSec: 0, toSec: 3 * H, affected: false }

let world: LiveWorld
beforeAll(async () => {
  world = await LiveWorld.open()
  world.nowSec = 3 * H
})
afterAll(() => world.close())

function jobOf(protocol: string, sight: Sight, more: Partial<LiveSource> = {}): LiveJob {
  return {
    id: `reader:${protocol}`,
    cadence: '7 * * * *',
    step: 'hour',
    sources: [sightSource(protocol, sight, more)],
  }
}

/** A source that fails for one period. */
function failsAt(protocol: string, atSec: number): LiveSource['collect'] {
  const { collect } = sightSource(protocol, { levels: { base: 1 } })
  return (timestamp) =>
    timestamp.atSec === atSec ? Promise.reject(new Error('node down')) : collect(timestamp)
}

test('default: the past is read oldest first; cut off, it goes on where it stopped', async () => {
  await expect(
    backfill(world.context, jobOf('1', {}, { collect: failsAt('1', 3 * H) }), range),
  ).rejects.toThrow('node down')
  expect(await world.levels('1')).toEqual(['3600 base 1 backfilled', '7200 base 1 backfilled'])
  const asked: number[] = []
  const onProgress: BackfillOptions['onProgress'] = ({ atSec }) => asked.push(atSec)
  const summary = await backfill(world.context, jobOf('1', { levels: { base: 2 } }), {
    ...range,
    onProgress,
  })
  expect(summary).toMatchObject({
    periods: 3,
    known: 2,
    made: 1,
    held: 0,
    firstRun: summary.lastRun,
  })
  expect(asked).toEqual([3 * H])
  expect(await world.levels('1')).toEqual([
    '3600 base 1 backfilled',
    '7200 base 1 backfilled',
    '10800 base 2 backfilled',
  ])
  expect(await backfill(world.context, jobOf('1', {}), range)).toMatchObject({
    periods: 3,
    known: 3,
    made: 0,
    firstRun: null,
  })
})

test('behavior: other code is told by its days, and only what it made is made again', async () => {
  const hour = (end: number, codeHash: string) => ({
    source: 'reader:2',
    fromSec: end - H,
    atSec: end,
    codeHash,
  })
  // The first hour by other code, the second by today's, the third never; and a reading of the
  // running third by other code.
  await world.putReceipts([
    hour(H, 'older'),
    hour(2 * H, 'first'),
    { source: 'reader:2', fromSec: 2 * H, atSec: 2 * H + 60, codeHash: 'older' },
  ])
  const job = jobOf('2', { levels: { base: 5 } })
  expect(await listAffectedDays(world.context, job)).toEqual(['1970-01-01'])
  expect(await backfill(world.context, job, { ...range, affected: true })).toMatchObject({
    periods: 3,
    known: 1,
    made: 2,
  })
  expect(await world.levels('2')).toEqual(['3600 base 5 backfilled', '7260 base 5 backfilled'])
  expect(await listAffectedDays(world.context, job)).toEqual([])
})

test('behavior: the future is not read, and a service that stops says how to go on', async () => {
  expect(
    await backfill(world.context, jobOf('3', {}), {
      fromSec: 3 * H,
      toSec: 90 * H,
      affected: false,
    }),
  ).toMatchObject({ periods: 0 })
  const stopping = AbortSignal.abort()
  await expect(backfill({ ...world.context, stopping }, jobOf('3', {}), range)).rejects.toThrow(
    'Stopped after 0 of 3 periods. The same command goes on from there.',
  )
})

test('error: a source without a past', async () => {
  await expect(backfill(world.context, jobOf('4', {}, { hasPast: false }), range)).rejects.toThrow(
    'reader:4 can only say what is true now, so its past cannot be read.',
  )
})

test('behavior: a run is made again and compared, with what it took back', async () => {
  const sight: Sight = { levels: { base: 100, blast: 40 }, flows: { swaps: 7 } }
  const job = jobOf('5', sight)
  const period = { fromSec: 0, atSec: H }
  await runPeriod(world.context, job, period)
  sight.levels = { base: 100 }
  sight.flows = {}
  const { run } = await runPeriod(world.context, job, period)
  // base, and the zeros of blast and swaps.
  expect(await verifyRun(world.context, job.sources, run.id)).toEqual({
    run: run.id,
    figures: 3,
    differences: [],
    remarks: [],
  })
  // 100 and 101 differ by a hundredth; a fact that only one side has is compared too.
  sight.levels = { base: 101 }
  sight.flows = { loans: 1 }
  const changed = jobOf('5', sight, { codeHash: 'second', hasPast: false })
  const { differences, remarks } = await verifyRun(world.context, changed.sources, run.id)
  expect(
    differences.map(({ fact, column, stored, again }) => [fact, column, stored, again]),
  ).toEqual([
    ['levels', 'valueUsd', 100, 101],
    ['flows', '', null, 'is there'],
  ])
  expect(remarks).toEqual([
    'reader:5 can only say what is true now: what differs may have changed since.',
    'reader:5 has changed since: what differs may be what was changed.',
  ])
})

test('error: a run without a receipt, and a source that is gone', async () => {
  const latest = world.store.journal.latest
  await world.importLevels([{ protocol: '9', chain: 'base', atSec: H, valueUsd: 1 }])
  await expect(verifyRun(world.context, [], latest + 1)).rejects.toThrow(
    `Run ${latest + 1} has no receipt`,
  )
  await expect(verifyRun(world.context, [], latest)).rejects.toThrow(
    'reader:5 is not configured any more',
  )
})
