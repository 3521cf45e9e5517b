import { expect, test } from 'vitest'
import { heldWords, withHeldWords } from './held-words.ts'

const reading = {
  atSec: 20,
  series: { protocol: '35' },
  value: 142_914_450,
  servedValue: 47_638_150,
  reason: 'tvlUsd is ×3 of the reading before; the limit is ×2.',
}

test('what was read, what is served instead, and why', () => {
  expect(heldWords(reading).replaceAll(/\s/g, ' ')).toBe(
    'held back: 142.9 M was read, 47.64 M is served. tvlUsd is ×3 of the reading before; the limit is ×2.',
  )
  expect(heldWords({ ...reading, servedValue: null })).toContain('nothing is served')
})

test('a reading of a whole is held at each of its parts, at its time alone', () => {
  const held = { marks: ['held'], key: { protocol: '35', chain: 'base' } }
  const points = [
    { ...held, atSec: 20 },
    { ...held, atSec: 10 },
    { ...held, atSec: 20, key: { protocol: '36' } },
    { ...held, atSec: 20, marks: ['revised'] },
  ]
  expect(withHeldWords(points, [reading]).map((point) => 'words' in point)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
