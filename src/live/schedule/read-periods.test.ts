import { expect, test } from 'vitest'
import { NotYetError } from '../../sources/model/not-yet-error.ts'
import { readPeriods } from './read-periods.ts'

const hour = (number: number) => ({ fromSec: number * 3_600, atSec: (number + 1) * 3_600 })

/** Reads hours of which some fail, and tells in which order they were asked for. */
async function readHours(hours: number[], failing: Record<number, Error>, isStopped = () => false) {
  const asked: number[] = []
  const read = async ({ fromSec }: { fromSec: number }) => {
    const number = fromSec / 3_600
    asked.push(number)
    if (failing[number] !== undefined) throw failing[number]
  }
  const { unreadable, error } = await readPeriods(hours.map(hour), read, isStopped)
  return { asked, unreadable: unreadable.map(({ fromSec }) => fromSec / 3_600), error }
}

const lost = new Error('missing trie node')

test('default: oldest first', async () => {
  expect(await readHours([1, 2, 3], {})).toEqual({
    asked: [1, 2, 3],
    unreadable: [],
    error: undefined,
  })
  expect(await readHours([], {})).toEqual({ asked: [], unreadable: [], error: undefined })
})

test('behavior: an old hour that cannot be read keeps neither the newest nor the others from being read', async () => {
  expect(await readHours([1, 2, 3, 4], { 1: lost })).toEqual({
    asked: [1, 4, 2, 3],
    unreadable: [1],
    error: lost,
  })
})

test('error: when the newest fails as well, the node is to blame and the rest waits', async () => {
  expect(await readHours([1, 2, 3, 4], { 1: lost, 4: new Error('other') })).toEqual({
    asked: [1, 4],
    unreadable: [],
    error: lost,
  })
  expect(await readHours([4], { 4: lost })).toEqual({ asked: [4], unreadable: [], error: lost })
})

test('error: three in a row end the turn', async () => {
  const failing = { 1: lost, 2: lost, 3: lost, 4: lost }
  expect(await readHours([1, 2, 3, 4, 5, 6], failing)).toEqual({
    asked: [1, 6, 2, 3],
    unreadable: [1, 2, 3],
    error: lost,
  })
})

test('error: what is not safe yet ends the turn and is nobody’s fault', async () => {
  const early = new NotYetError('not yet')
  expect(await readHours([1, 2, 3], { 2: early })).toEqual({
    asked: [1, 2],
    unreadable: [],
    error: early,
  })
})

test('behavior: no further period is begun after a stop', async () => {
  let reads = 0
  expect((await readHours([1, 2, 3], {}, () => reads++ === 2)).asked).toEqual([1, 2])
})
