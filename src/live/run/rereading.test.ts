import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveSource } from '../../sources/model/live-source.ts'
import type { LiveJob } from '../model/live-job.ts'
import { verifyRun } from '../verify/verify-run.ts'
import { LiveWorld, type Sight, sightSource } from './live-world-for-tests.ts'
import { runPeriod } from './run-period.ts'

/** The hour from midnight of the first day to one: its levels are of 3600, its flows of 0. */
const FIRST = { fromSec: 0, atSec: 3_600 }

let world: LiveWorld
beforeAll(async () => {
  world = await LiveWorld.open()
  world.nowSec = 7_200
})
afterAll(() => world.close())

function job(id: string, ...sources: LiveSource[]): LiveJob {
  return { id, cadence: '7 * * * *', step: 'hour', sources }
}

test('default: a period that is read again takes back what it does not see any more', async () => {
  const sight: Sight = { levels: { base: 100, blast: 40 }, flows: { swaps: 7, loans: 2 } }
  const one = job('one', sightSource('1', sight))
  await runPeriod(world.context, one, FIRST)
  sight.levels = { base: 110 }
  sight.flows = { swaps: 8 }
  const { run } = await runPeriod(world.context, one, FIRST)
  expect(await world.levels('1')).toEqual(['3600 base 110 ok', '3600 blast 0 ok'])
  expect(await world.flows('1')).toEqual(['0 loans 0 ok', '0 swaps 8 ok'])
  // 110 and 8, and the two zeros.
  expect(run.accepted).toBe(4)
  // A third reading that sees the same has nothing to take back: 110 and 8.
  expect((await runPeriod(world.context, one, FIRST)).run.accepted).toBe(2)
})

test('behavior: other periods, other jobs at the same timestamp and what a person wrote since stay', async () => {
  const hourly: Sight = { levels: { base: 100, blast: 40, ink: 3 } }
  const other: Sight = { levels: { celo: 5 } }
  const first = job('first', sightSource('2', hourly))
  await runPeriod(world.context, first, FIRST)
  await runPeriod(world.context, first, { fromSec: 3_600, atSec: 7_200 })
  // Another job of the same protocol and timestamp.
  await runPeriod(
    world.context,
    job('second', sightSource('2', other, { id: 'reader:other' })),
    FIRST,
  )
  await world.importLevels([{ protocol: '2', chain: 'ink', atSec: 3_600, valueUsd: 4 }])
  hourly.levels = { base: 100 }
  await runPeriod(world.context, first, FIRST)
  expect(await world.levels('2')).toEqual([
    '3600 base 100 ok',
    '3600 blast 0 ok',
    '3600 celo 5 ok',
    '3600 ink 4 ok',
    '7200 base 100 ok',
    '7200 blast 40 ok',
    '7200 ink 3 ok',
  ])
})

test('behavior: of a run that read another source as well nothing is taken back, because nobody knows whose rows they were', async () => {
  const left = sightSource('3', { levels: { base: 1 } }, { id: 'reader:left' })
  const right = sightSource('3', { levels: { celo: 2 } }, { id: 'reader:right' })
  await runPeriod(world.context, job('both', left, right), FIRST)
  await runPeriod(world.context, job('left', left), FIRST)
  expect(await world.levels('3')).toEqual(['3600 base 1 ok', '3600 celo 2 ok'])
})

test('behavior: the reading of a running hour is stood in for by the whole hour, but for its own timestamp', async () => {
  const sight: Sight = { levels: { base: 100 }, flows: { swaps: 3, loans: 1 } }
  const hourly = job('running', sightSource('4', sight))
  await runPeriod(world.context, hourly, { fromSec: 0, atSec: 1_200 })
  sight.flows = { swaps: 9 }
  await runPeriod(world.context, hourly, FIRST)
  expect(await world.levels('4')).toEqual(['1200 base 100 ok', '3600 base 100 ok'])
  expect(await world.flows('4')).toEqual(['0 loans 0 ok', '0 swaps 9 ok'])
})

test('error: much that vanishes at once is held, and the old value is served until a person decides', async () => {
  // 400,000 of 1,000,000 is 40%: a part that vanishes is held from 20% on.
  const sight: Sight = { levels: { base: 600_000, blast: 400_000 } }
  const large = job('large', sightSource('5', sight))
  await runPeriod(world.context, large, FIRST)
  sight.levels = { base: 600_000 }
  const { prepared } = await runPeriod(world.context, large, FIRST)
  expect(prepared.holds.map(({ guard }) => guard)).toEqual(['vanished-part'])
  expect((await world.levels('5')).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    '3600 base 600000',
    '3600 blast 400000',
  ])
})

test('error: a reading of which nothing is left is held like any other', async () => {
  const sight: Sight = { levels: { base: 600_000 } }
  const gone = job('gone', sightSource('6', sight))
  await runPeriod(world.context, gone, FIRST)
  sight.levels = {}
  const { prepared } = await runPeriod(world.context, gone, FIRST)
  expect(prepared.holds).toMatchObject([{ fact: 'levels', value: 0, servedValue: 600_000 }])
  expect((await world.levels('6')).map((line) => line.split(' ')[2])).toEqual(['600000'])
})

/** Three events of the first hour and one at its very end, which is of the next. */
const happened = () => [
  { txHash: '0xa', atSec: 0, usd: 5 },
  { txHash: '0xb', atSec: 70, usd: 6 },
  { txHash: '0xc', atSec: 3_599, usd: 7 },
  { txHash: '0xd', atSec: 3_600, usd: 8 },
]

test('default: an event that a later reading of the period does not see is taken back at its own time, and comes back if it is seen again', async () => {
  const sight: Sight = { events: happened() }
  const one = job('events', sightSource('11', sight))
  await runPeriod(world.context, one, FIRST)
  await runPeriod(world.context, one, { fromSec: 3_600, atSec: 7_200 })
  // The chain was undone from 70 on: 0xb lies 12 s later now, 0xc is gone, and of the next hour
  // nothing is read.
  sight.events = [
    { txHash: '0xa', atSec: 0, usd: 5 },
    { txHash: '0xb', atSec: 82, usd: 6 },
  ]
  const { run } = await runPeriod(world.context, one, FIRST)
  expect(await world.events('11')).toEqual(['0 0xa 5', '82 0xb 6', '3600 0xd 8'])
  // 0xa and 0xb as they are, 0xb of 70 and 0xc taken back.
  expect(run.accepted).toBe(4)
  // Nothing is taken back twice: 0xa and 0xb.
  expect((await runPeriod(world.context, one, FIRST)).run.accepted).toBe(2)
  sight.events = happened()
  await runPeriod(world.context, one, FIRST)
  expect(await world.events('11')).toEqual(['0 0xa 5', '70 0xb 6', '3599 0xc 7', '3600 0xd 8'])
})

test('behavior: events of other jobs and of a file that was read since stay', async () => {
  const sight: Sight = { events: happened() }
  const own = job('own', sightSource('12', sight))
  await runPeriod(world.context, own, FIRST)
  const another = sightSource(
    '12',
    { events: [{ txHash: '0xe', atSec: 90, usd: 1 }] },
    { id: 'reader:another' },
  )
  await runPeriod(world.context, job('another', another), FIRST)
  await world.importEvents([{ protocol: '12', txHash: '0xb', atSec: 70, valueUsd: 60 }])
  sight.events = []
  await runPeriod(world.context, own, FIRST)
  expect(await world.events('12')).toEqual(['70 0xb 60', '90 0xe 1'])
})

test('behavior: whatever part of a period was read before, only what is within both is taken back', async () => {
  const sight: Sight = { events: happened() }
  const hourly = job('parts', sightSource('13', sight))
  // A running hour, then a whole one, then the next one.
  await runPeriod(world.context, hourly, { fromSec: 0, atSec: 1_200 })
  sight.events = happened().filter(({ txHash }) => txHash !== '0xb')
  await runPeriod(world.context, hourly, FIRST)
  expect(await world.events('13')).toEqual(['0 0xa 5', '3599 0xc 7'])
  await runPeriod(world.context, hourly, { fromSec: 3_600, atSec: 7_200 })
  // A period from within the first hour to within the second: neither its beginning nor its end
  // has been one before.
  sight.events = []
  await runPeriod(world.context, hourly, { fromSec: 1_800, atSec: 5_400 })
  expect(await world.events('13')).toEqual(['0 0xa 5'])
})

test('behavior: what a run made again took back is part of its figures', async () => {
  const sight: Sight = { events: happened() }
  const source = sightSource('14', sight)
  await runPeriod(world.context, job('again', source), FIRST)
  sight.events = happened().slice(0, 1)
  const { run } = await runPeriod(world.context, job('again', source), FIRST)
  // 0xa, and 0xb and 0xc taken back.
  expect(await verifyRun(world.context, [source], run.id)).toMatchObject({
    figures: 3,
    differences: [],
  })
})
