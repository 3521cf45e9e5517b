import { expect, test } from 'vitest'
import { monthView } from './month-view.ts'

const day = (text: string) => Date.parse(text) / 1000

test('the weeks of a month, from Monday on', () => {
  // December 2026 begins on a Tuesday and ends on a Thursday: five weeks.
  expect(monthView('2026-12', day('2026-11-17'))).toEqual({
    title: 'Dec 2026',
    first: day('2026-11-30'),
    dayCount: 35,
    before: '2026-11',
    after: '2027-01',
  })
  // August 2026 begins on a Saturday and ends on a Monday: six weeks.
  expect(monthView('2026-08', day('2026-11-17'))).toMatchObject({
    first: day('2026-07-27'),
    dayCount: 42,
  })
})

test('the coming weeks where no month is named', () => {
  for (const month of ['', '2026-13', 'x'])
    expect(monthView(month, day('2026-11-17'))).toEqual({
      title: 'The coming weeks',
      first: day('2026-11-16'),
      dayCount: 35,
      before: '2026-10',
      after: '2026-12',
    })
})
