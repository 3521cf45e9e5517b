import { expect, test } from 'vitest'
import { netAssetValue } from './net-asset-value.ts'

test.each<
  [
    string,
    navUsd: number | null,
    aumUsd: number | null,
    shares: number | null,
    expected: number | null,
  ]
>([
  ['default: as reported', 25, 1_000, 50, 25],
  // 1,000 ÷ 50.
  ['behavior: not reported, assets ÷ shares', null, 1_000, 50, 20],
  ['behavior: reported without assets or shares', 25, null, null, 25],
  ['behavior: a reported 0 is a value', 0, 1_000, 50, 0],
  ['behavior: assets of 0 make 0', null, 0, 50, 0],
  ['behavior: no shares, no value of one', null, 1_000, 0, null],
  ['behavior: assets not known', null, null, 50, null],
  ['behavior: shares not known', null, 1_000, null, null],
  ['behavior: nothing known', null, null, null, null],
])('%s', (_, navUsd, aumUsd, shares, expected) => {
  expect(netAssetValue(navUsd, aumUsd, shares)).toBe(expected)
})
