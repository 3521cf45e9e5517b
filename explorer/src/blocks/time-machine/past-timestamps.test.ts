import { expect, test } from 'vitest'
import { timestampText } from '../../lib/writing.ts'
import { changesText, isOfNow, pastTimestamps } from './past-timestamps.ts'

test('timestamps before 17 Nov 2026, 07:39', () => {
  expect(pastTimestamps(1_794_901_140).map(({ name, sec }) => [name, timestampText(sec)])).toEqual([
    ['yesterday', '16 Nov 2026, 23:59'],
    ['a week ago', '10 Nov 2026, 07:39'],
    ['end of last month', '31 Oct 2026, 23:59'],
    ['end of last quarter', '30 Sep 2026, 23:59'],
    ['end of last year', '31 Dec 2025, 23:59'],
  ])
})

test('how much was changed since', () => {
  const line = (figures: number) => ({ figures })
  expect(changesText([], false)).toBe('no figure was changed since')
  expect(changesText([line(1)], false)).toBe('1 figure was changed since')
  expect(changesText([line(1_200), line(4)], false)).toBe(
    '1,204 figures of 2 series were changed since',
  )
  expect(changesText([line(1_200), line(4)], true)).toBe(
    'over 1,204 figures of 2 series were changed since',
  )
})

test('pages whose responses know no past', () => {
  expect(['/freshness', '/datasets/tvl', '/keys', '/protocols', '/'].map(isOfNow)).toEqual([
    ...[true, true, true, false, false],
  ])
})
