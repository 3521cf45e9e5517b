import { expect, test } from 'vitest'
import { DAY_SEC } from '../../lib/writing.ts'
import { candleShapes } from './candle-shapes.ts'

const size = { width: 20, priceHeight: 110, volumeHeight: 40 }
// With 5% of room at both ends the axis runs from 95 to 205: a dollar is a pixel.
const bars = [
  { sec: 0, open: 120, high: 200, low: 100, close: 180, volume: 50 },
  { sec: DAY_SEC, open: 150, high: 160, low: 110, close: 130, volume: 100 },
]

test('a bar: wick from low to high, body from opening to closing, each in its own place', () => {
  const shapes = candleShapes(bars, size)
  expect(shapes.step).toBe(10)
  expect(shapes.upWicks).toBe('M5 5V105')
  expect(shapes.up).toBe('M1.5 25h7v60h-7z')
  expect(shapes.downWicks).toBe('M15 45V95')
  expect(shapes.down).toBe('M11.5 55h7v20h-7z')
})

test('volumes below, the largest at full height', () => {
  const shapes = candleShapes(bars, size)
  expect(shapes.upVolume).toBe('M1.5 130h7v20h-7z')
  expect(shapes.downVolume).toBe('M11.5 110h7v40h-7z')
})

test('a bar that did not move is a pixel high; an unknown volume is not drawn', () => {
  const still = { sec: 0, open: 10, high: 10, low: 10, close: 10, volume: null }
  const shapes = candleShapes([still], size)
  expect(shapes.up).toBe('M3 55h14v1h-14z')
  expect(shapes.upVolume).toBe('')
  expect(candleShapes([], size)).toMatchObject({ up: '', values: [], dates: [] })
})

test('dates: months where a month begins, as far apart as there is room', () => {
  const days = Array.from({ length: 120 }, (_, index) => ({
    sec: index * DAY_SEC,
    open: 1,
    high: 2,
    low: 1,
    close: 2,
    volume: null,
  }))
  const { dates } = candleShapes(days, { ...size, width: 600 })
  expect(dates).toEqual([
    { x: 155, label: 'Feb' },
    { x: 295, label: 'Mar' },
    { x: 450, label: 'Apr' },
  ])
})
