import { expect, test } from 'vitest'
import { hasPast, isExpensive, protocolFlagsOf, spanOf } from './module-flags.ts'

test('behavior: when a chain begins and ends', () => {
  const exports = {
    start: 5,
    deadFrom: '2024-01-01',
    adapter: { ethereum: { start: '1970-01-02' } },
  }
  // 2024-01-01 is 19,723 days after 1970-01-01.
  expect(spanOf(exports, 'ethereum')).toEqual({ startSec: 86_400, endSec: 19_723 * 86_400 })
  expect(spanOf(exports, 'bsc').startSec).toBe(5)
  expect(spanOf({}, 'bsc')).toEqual({ startSec: 0, endSec: Number.POSITIVE_INFINITY })
})

test('behavior: a start that stands in a list of chains, or at a version', () => {
  const listed = { chains: [['ethereum', { start: '1970-01-02' }], 'bsc'] }
  expect(spanOf(listed, 'ethereum').startSec).toBe(86_400)
  expect(spanOf(listed, 'bsc').startSec).toBe(0)
  // The chain starts with its first version and ends with its last.
  const versions = {
    breakdown: {
      v1: { bsc: { start: 20, deadFrom: 50 } },
      v2: { bsc: { start: 40, deadFrom: 90 } },
    },
  }
  expect(spanOf(versions, 'bsc')).toEqual({ startSec: 20, endSec: 90 })
})

const f = { isFunction: true } as const
test.each([
  ['dimension', { runAtCurrTime: true }, false, 'runAtCurrTime: true'],
  [
    'dimension',
    { adapter: { bsc: { fetch: f, runAtCurrTime: true } } },
    false,
    'runAtCurrTime: true',
  ],
  [
    'dimension',
    { breakdown: { v1: { bsc: { runAtCurrTime: true } } } },
    false,
    'runAtCurrTime: true',
  ],
  ['dimension', { chains: [['bsc', { runAtCurrTime: true }]] }, false, 'runAtCurrTime: true'],
  // Another chain's setting does not count when that chain is not read.
  ['dimension', { adapter: { base: { runAtCurrTime: true } } }, true, undefined],
  ['tvl', { timetravel: false }, false, 'timetravel: false'],
  ['tvl', {}, true, undefined],
  ['yield', {}, false, 'yields without timetravel: true'],
  ['yield', { timetravel: true }, true, undefined],
] as const)(
  'behavior: whether a %s module with %j has a past: %s',
  (kind, exports, expected, because) => {
    const found = hasPast(kind, exports, ['bsc'])
    expect(found.hasPast).toBe(expected)
    if (because !== undefined) expect(found.because).toBe(because)
  },
)

test('behavior: flags of a protocol, only those that are stated', () => {
  expect(protocolFlagsOf({})).toEqual({})
  // 2024-01-01 is 19,723 days after 1970-01-01.
  expect(
    protocolFlagsOf({ doublecounted: true, misrepresentedTokens: false, deadFrom: '2024-01-01' }),
  ).toEqual({ doubleCounted: true, misrepresentedTokens: false, deadFromSec: 19_723 * 86_400 })
  expect(isExpensive({ isExpensiveAdapter: true })).toBe(true)
  expect(isExpensive({})).toBe(false)
})
