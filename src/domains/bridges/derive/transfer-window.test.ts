import { expect, test } from 'vitest'
import { transferWindow } from './transfer-window.ts'

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
  ['one moment', 1_700_000_000, 1_700_000_000, false, 1_700_000_000, 1_700_000_000],
  ['an address: from the beginning', undefined, undefined, true, 0, 1_768_395_599],
  ['an address and an end', undefined, 1_700_000_000, true, 0, 1_700_000_000],
  ['an address and a start', 1_700_000_000, undefined, true, 1_700_000_000, 1_768_395_599],
  ['an end in the first days of 1970', undefined, 86_400, false, 0, 86_400],
])('default: %s', (_, startSec, endSec, hasAddress, fromSec, toSec) => {
  expect(transferWindow({ startSec, endSec, hasAddress, nowSec: NOW })).toEqual({ fromSec, toSec })
})
