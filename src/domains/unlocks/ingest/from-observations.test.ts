import { expect, test } from 'vitest'
import { nothingSeen, type SeenSchedule } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { written } from '../schedules-for-tests.ts'
import { observeSchedules } from './from-observations.ts'

const team = {
  label: 'Team',
  category: 'insiders',
  unlocks: [{ type: 'cliff', at: '2024-01-01', amount: 5 }],
}

function rowsOf(...schedules: SeenSchedule[]) {
  return observeSchedules({ ...nothingSeen(), schedules }, bookOf({})).flatMap(({ rows }) => rows)
}

test('default: a schedule is kept whole, under the slug of its protocol, and no file takes it back', () => {
  const schedule = written({ sections: [team] })
  expect(rowsOf({ protocol: 'My Coin', schedule })).toEqual([
    { id: 'my-coin', file: null, schedule: JSON.stringify(schedule) },
  ])
})

test('error: a schedule that is not right is refused with everything that is wrong', () => {
  const schedule = written({ sections: [{ ...team, category: 'nobody' }], total: -1 })
  expect(() => rowsOf({ protocol: 'My Coin', schedule })).toThrow(
    /schedule of My Coin is invalid:\n.*total.*sections\.0\.category/s,
  )
})

test('error: a schedule that is too long is refused', () => {
  const notes = Array.from({ length: 50 }, () => 'x'.repeat(2_000))
  const schedule = written({ sections: [team], notes, sources: notes })
  expect(() => rowsOf({ protocol: 'My Coin', schedule })).toThrow('more than 200,000 characters')
})
