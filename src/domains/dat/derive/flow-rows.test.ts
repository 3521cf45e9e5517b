import { expect, test } from 'vitest'
import { flowRows } from './flow-rows.ts'

test('default: a row a day, prices that are not known null', () => {
  const rows = flowRows([
    { day: 1, net: 2, inflow: 2.5, outflow: 0.5, purchaseUsd: 10, purchasePrice: 4 },
    { day: 3, net: -1, inflow: 0, outflow: 1, purchaseUsd: null, purchasePrice: null },
  ])
  expect(rows).toBe('[[86400,2,2.5,0.5,4,10],[259200,-1,0,1,null,null]]')
  expect(flowRows([])).toBe('[]')
})
