import { expect, test } from 'vitest'
import { concentration, MEGA_CAP_USD } from './concentration.ts'
import { member } from './members-for-tests.ts'

test('default: shares, squares and the middle', () => {
  // 50%, 30%, 20%: 2,500 + 900 + 400.
  expect(concentration([member('A', 50), member('B', 30), member('C', 20)])).toEqual({
    top10MarketCapShare: 100,
    hhi: 3_800,
    megaCapCount: 0,
    megaCapThreshold: 200e9,
    medianMarketCap: 30,
  })
})

test('behavior: one company is all of it', () => {
  expect(concentration([member('A', MEGA_CAP_USD)])).toMatchObject({
    top10MarketCapShare: 100,
    hhi: 10_000,
    megaCapCount: 1,
  })
  expect(concentration([member('A', MEGA_CAP_USD - 1)])).toMatchObject({ megaCapCount: 0 })
})

test('behavior: of twenty equal ones the ten largest are half', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => member(`T${index}`, 7))
  // Twenty times 5 squared.
  expect(concentration(twenty)).toMatchObject({
    top10MarketCapShare: 50,
    hhi: 500,
    medianMarketCap: 7,
  })
})
