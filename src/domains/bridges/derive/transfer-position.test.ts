import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor, type TransferPosition } from './transfer-position.ts'

const base: TransferPosition = {
  atSec: 1_760_000_000,
  bridge: 2,
  chain: 'base',
  txHash: '0xbb',
  logIndex: 3,
}

test('default: a cursor gives back its position', () => {
  for (const position of [
    base,
    { atSec: 0, bridge: 1, chain: 'My Chain “ü”', txHash: '', logIndex: 0 },
  ]) {
    expect(encodeCursor(position)).toMatch(/^[\w-]+$/)
    expect(decodeCursor(encodeCursor(position))).toEqual(position)
  }
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['nothing', ''],
  ['a plain word', 'abc'],
  ['other signs', 'a b?'],
  ['no JSON', Buffer.from('{').toString('base64url')],
  ['no list', encoded({ atSec: 1 })],
  ['a list that is too short', encoded([1, 2, 'base', '0x'])],
  ['a list that is too long', encoded([1, 2, 'base', '0x', 0, 0])],
  ['a time that is no number', encoded(['1', 2, 'base', '0x', 0])],
  ['a time before 1970', encoded([-1, 2, 'base', '0x', 0])],
  ['a time that does not fit', encoded([4_294_967_296, 2, 'base', '0x', 0])],
  ['half a bridge', encoded([1, 1.5, 'base', '0x', 0])],
  ['a chain that is no text', encoded([1, 2, 3, '0x', 0])],
  ['a hash that is no text', encoded([1, 2, 'base', null, 0])],
  ['an event that is no number', encoded([1, 2, 'base', '0x', null])],
  ['a very long text', encoded([1, 2, 'base', 'x'.repeat(3_000), 0])],
])('error: %s is no cursor', (_, text) => {
  expect(decodeCursor(text)).toBeUndefined()
})
