import { expect, test } from 'vitest'
import { sumKnown, tokenBreakdowns } from './token-breakdowns.ts'
import type { TokenClass } from './token-class.ts'

const holding = (tokenClass: TokenClass, usd: number | null, isOwn = false) => ({
  chain: 'ethereum',
  isOwn,
  tokenClass,
  usd,
})

test.each([
  ['nothing held', [], { ownTokens: 0, stablecoins: 0, majors: 0, others: 0 }],
  [
    // 5 + 7 of stablecoins.
    'each token is of one kind; an own one is nothing else',
    [
      holding('stablecoins', 5),
      holding('stablecoins', 7),
      holding('majors', 100),
      holding('others', 3),
      holding('stablecoins', 40, true),
    ],
    { ownTokens: 40, stablecoins: 12, majors: 100, others: 3 },
  ],
  [
    'a token without a price adds nothing',
    [holding('others', null), holding('others', 3)],
    { ownTokens: 0, stablecoins: 0, majors: 0, others: 3 },
  ],
  [
    'a kind without any price is not known',
    [holding('others', null), holding('others', null, true), holding('majors', 1)],
    { ownTokens: null, stablecoins: 0, majors: 1, others: null },
  ],
])('default: %s', (_, holdings, expected) => {
  expect(tokenBreakdowns(holdings)).toEqual(expected)
})

test.each([
  ['nothing', [], 0],
  ['a zero', [{ usd: 0 }], 0],
  ['an unknown', [{ usd: null }], null],
  ['an unknown and a known', [{ usd: null }, { usd: 2 }], 2],
])('sumKnown: %s', (_, holdings, expected) => {
  expect(sumKnown(holdings)).toBe(expected)
})
