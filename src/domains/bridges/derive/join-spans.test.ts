import { expect, test } from 'vitest'
import { joinSpans, type Span } from './join-spans.ts'

test.each<[string, Span, Span, Span]>([
  ['a day that had no rows', [0, 0, 0, 0], [100, 200, 0, 0], [100, 200, 0, 0]],
  [
    'a day that had none, by runs that mix',
    [0, 0, 0, 0],
    [100, 200, 150, 160],
    [100, 200, 150, 160],
  ],
  ['later rows after the known ones', [100, 200, 0, 0], [200, 300, 0, 0], [100, 300, 0, 0]],
  ['late rows before the known ones', [100, 200, 0, 0], [50, 60, 0, 0], [50, 200, 0, 0]],
  ['rows that meet in one second', [100, 200, 0, 0], [199, 300, 0, 0], [100, 300, 199, 200]],
  ['a correction within the known rows', [100, 200, 0, 0], [150, 151, 0, 0], [100, 200, 150, 151]],
  ['the same rows again', [100, 200, 0, 0], [100, 200, 0, 0], [100, 200, 100, 200]],
  [
    'two corrections: all between them counts as mixed',
    [100, 200, 110, 111],
    [150, 151, 0, 0],
    [100, 200, 110, 151],
  ],
  ['a mix on either side', [100, 200, 110, 120], [300, 400, 350, 360], [100, 400, 110, 360]],
  ['the first second of 1970', [0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 1]],
])('default: %s', (_, known, later, expected) => {
  expect(joinSpans(known, later)).toEqual(expected)
})
