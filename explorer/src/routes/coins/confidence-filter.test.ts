import { expect, test } from 'vitest'
import { readState, writeState } from '../../lib/view-state.ts'
import { confidenceBounds, confidenceFilter, hiddenText, isTrusted } from './confidence-filter.ts'

const keys = { confidence: confidenceBounds() }
const ANY = { from: null, to: null }

test('from 0.9 unless the address says otherwise, and open ends are told by it', () => {
  expect(readState(keys, {}).state.confidence).toEqual({ from: 0.9, to: null })
  expect(writeState(keys, { confidence: { from: 0.9, to: null } })).toEqual({})
  expect(writeState(keys, { confidence: ANY })).toEqual({ confidence: '..' })
  expect(readState(keys, { confidence: '..' }).state.confidence).toEqual(ANY)
})

test('a bound is included; a price without a confidence is taken as trusted', () => {
  const limits = { from: 0.9, to: null }
  expect([0.89, 0.9, 1, null, undefined].map((value) => isTrusted(value, limits))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
  expect(isTrusted(0.3, ANY)).toBe(true)
})

test('in words, with what it hides; none where it lets all in', () => {
  expect(confidenceFilter({ from: 0.9, to: null })).toEqual([
    { id: 'confidence', name: 'Confidence from 0.9', empty: ANY },
  ])
  expect(confidenceFilter({ from: 0.5, to: 0.9 })[0]?.name).toBe('Confidence from 0.5 to 0.9')
  expect(confidenceFilter(ANY)).toEqual([])
  expect([hiddenText(null), hiddenText(0), hiddenText(1200)]).toEqual([
    '',
    ', 0 hidden',
    ', 1,200 hidden',
  ])
})
