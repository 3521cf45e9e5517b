import { expect, test } from 'vitest'
import { at, daily } from '../series-for-tests.ts'
import { assetFigures } from './asset-figures.ts'
import { assetHistory } from './asset-history.ts'

const present = { day: 60, newestSec: at(60, 12), today: 60 }
const NONE = { current: null, prevDay: null, prevWeek: null, prevMonth: null, isCarried: false }

test('default: now, one day, seven days and thirty days before, on each chain and in total', () => {
  const history = assetHistory(
    new Map([
      ['ethereum', daily({ 30: [300, 0], 53: [530, 0], 59: [590, 0], 60: [600, 0] })],
      ['tron', daily({ 53: [5, 0], 60: [1_000, 0] })],
    ]),
    [],
  )
  expect(assetFigures(history, present)).toEqual({
    current: 1_600,
    prevDay: 590 + 5,
    prevWeek: 530 + 5,
    prevMonth: 300,
    isCarried: false,
    // The one with more comes first.
    byChain: new Map([
      ['tron', { current: 1_000, prevDay: 5, prevWeek: 5, prevMonth: null, isCarried: false }],
      ['ethereum', { current: 600, prevDay: 590, prevWeek: 530, prevMonth: 300, isCarried: false }],
    ]),
  })
})

test('behavior: a chain that was not reported on the last day is carried, and so is the total', () => {
  const history = assetHistory(
    new Map([
      ['ethereum', daily({ 59: [590, 0] })],
      ['tron', daily({ 60: [1, 0] })],
    ]),
    [],
  )
  const figures = assetFigures(history, present)
  expect([figures.current, figures.isCarried]).toEqual([591, true])
  expect([...figures.byChain].map(([chain, { isCarried }]) => [chain, isCarried])).toEqual([
    ['ethereum', true],
    ['tron', false],
  ])
})

test('behavior: one whose reports stopped has no present figure, only what is within them', () => {
  const history = assetHistory(new Map([['tron', daily({ 20: [7, 0], 55: [9, 0] })]]), [])
  expect(assetFigures(history, present)).toEqual({
    ...NONE,
    prevWeek: 7,
    prevMonth: 7,
    byChain: new Map([['tron', { ...NONE, prevWeek: 7, prevMonth: 7 }]]),
  })
})

test('behavior: 0 is a figure', () => {
  expect(
    assetFigures(assetHistory(new Map([['tron', daily({ 60: [0, 0] })]]), []), present),
  ).toMatchObject({ current: 0, prevDay: null })
})

test('behavior: nothing is known without reports', () => {
  expect(assetFigures(undefined, present)).toEqual({ ...NONE, byChain: new Map() })
  expect(assetFigures(undefined, undefined)).toEqual({ ...NONE, byChain: new Map() })
})
