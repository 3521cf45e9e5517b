import { expect, test } from 'vitest'
import { activeUnits } from './active-units.ts'
import { days } from './series-for-tests.ts'

const shown = (values: Float64Array) =>
  [...values].map((value) => (Number.isNaN(value) ? '_' : value)).join(' ')

test.each([
  ['nobody is excluded', '100 110', [], '100 110'],
  // 100 − 10 − 5, 110 − 20 − 5.
  ['two holders', '100 110', [days('10 20'), days('5 5')], '85 85'],
  ['an amount stands until the next report', '100 100 100', [days('10 _ 30')], '90 90 70'],
  ['and after the last', '100 100 100', [days('10')], '90 90 90'],
  ['one from before the first report of supply', '100 100', [days('10 _ _ 40', 98)], '90 60'],
  ['one that begins later', '100 100 100', [days('10', 102)], '100 100 90'],
  ['a report of 0 ends it', '100 100', [days('10 0')], '90 100'],
  ['a day without supply has no figure', '100 _ 100', [days('10')], '90 _ 90'],
  ['all of it', '100', [days('100')], '0'],
  ['more than there is cannot be', '100 100', [days('101 50')], '_ 50'],
])('behavior: %s', (_, supply, excluded, expected) => {
  const active = activeUnits(days(supply), excluded)
  expect({ firstDay: active.firstDay, text: shown(active.values) }).toEqual({
    firstDay: 100,
    text: expected,
  })
})

test('behavior: what is off by the rounding of its parts is 0', () => {
  // 0.1 + 0.2 is 0.30000000000000004.
  expect([...activeUnits(days('0.3'), [days('0.1'), days('0.2')]).values]).toEqual([0])
})
