import { expect, test } from 'vitest'
import {
  decodeCursor,
  encodeCursor,
  type TransferPosition,
  transferWindow,
} from './transfer-list.ts'

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

// 2026-01-14T12:00:00Z; seven days are 604,800 s, so the start is 2026-01-07T12:00:00Z.
const NOW = 1_768_392_000

test.each([
  [
    'nothing asked: seven days, to the end of the running hour',
    undefined,
    undefined,
    false,
    1_767_787_200,
    1_768_395_599,
  ],
  [
    'an end alone: the seven days before it',
    undefined,
    1_700_000_000,
    false,
    1_699_395_200,
    1_700_000_000,
  ],
  ['a start alone: from there', 1_600_000_000, undefined, false, 1_600_000_000, 1_768_395_599],
  ['both', 1_600_000_000, 1_700_000_000, false, 1_600_000_000, 1_700_000_000],
  ['one timestamp', 1_700_000_000, 1_700_000_000, false, 1_700_000_000, 1_700_000_000],
  ['an address: from the beginning', undefined, undefined, true, 0, 1_768_395_599],
  ['an address and an end', undefined, 1_700_000_000, true, 0, 1_700_000_000],
  ['an address and a start', 1_700_000_000, undefined, true, 1_700_000_000, 1_768_395_599],
  ['an end in the first days of 1970', undefined, 86_400, false, 0, 86_400],
])('default: %s', (_, startSec, endSec, hasAddress, fromSec, toSec) => {
  expect(transferWindow({ startSec, endSec, hasAddress, nowSec: NOW })).toEqual({ fromSec, toSec })
})
