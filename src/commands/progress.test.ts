import { expect, test } from 'vitest'
import { createProgress, formatCount, formatSeconds, progressLine } from './progress.ts'

test('default: share, time left, rows and rows per second', () => {
  const state = { phase: 'importing', doneBytes: 25, totalBytes: 100, rows: 3_000_000 }
  // A quarter took 2 s, so three quarters take 6 s more; 3,000,000 rows in 2 s are 1,500,000 a
  // second.
  expect(progressLine(state, 2)).toBe(
    'importing  [######..................] 25%  6.0 s left  3,000,000 rows  1,500,000 rows/s',
  )
})

test('behavior: without a known whole there is no share and no time left', () => {
  expect(
    progressLine({ phase: 'checking', doneBytes: 12_000_000, totalBytes: 0, rows: 0 }, 1),
  ).toBe('checking  12 MB')
})

test('behavior: nothing is written unless a terminal shows it', () => {
  const written: string[] = []
  const progress = createProgress({ isTTY: false, write: (text) => written.push(text) })
  progress.update({ phase: 'importing', doneBytes: 1, totalBytes: 2, rows: 3 })
  progress.clear()
  expect(written).toEqual([])
})

test('behavior: one line is drawn over, at most ten times a second, and taken away', () => {
  const written: string[] = []
  let now = 0
  const progress = createProgress({ isTTY: true, write: (text) => written.push(text) }, () => now)
  progress.update({ phase: 'a', doneBytes: 0, totalBytes: 0, rows: 1 })
  now = 50
  progress.update({ phase: 'a', doneBytes: 0, totalBytes: 0, rows: 2 })
  now = 1000
  progress.update({ phase: 'a', doneBytes: 0, totalBytes: 0, rows: 3 })
  progress.clear()
  expect(written).toEqual(['\ra  1 rows', '\ra  3 rows  3 rows/s', `\r${' '.repeat(19)}\r`])
})

test('behavior: counts and times are for people', () => {
  expect(formatCount(1234567)).toBe('1,234,567')
  expect([0.42, 42, 200].map(formatSeconds)).toEqual(['0.4 s', '42 s', '3 min 20 s'])
})
