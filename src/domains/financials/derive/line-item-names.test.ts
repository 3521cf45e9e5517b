import { expect, test } from 'vitest'
import { inLineItems } from './line-item-names.ts'

test('default: figures are called by their line item; what is none is left out', () => {
  const described = {
    name: 'A',
    methodology: {
      Fees: 'a',
      SupplySideRevenue: 'b',
      Revenue: 'c',
      HoldersRevenue: 'd',
      ProtocolRevenue: 'e',
    },
    breakdownMethodology: { Fees: { Swaps: 'f' } },
    childProtocols: [],
  }
  expect(inLineItems(described)).toEqual({
    name: 'A',
    methodology: {
      'Gross Protocol Revenue': 'a',
      'Cost Of Revenue': 'b',
      'Gross Profit': 'c',
      'Token Holder Net Income': 'd',
    },
    breakdownMethodology: { 'Gross Protocol Revenue': { Swaps: 'f' } },
    childProtocols: [],
  })
})

test('behavior: a parent tells those of its children', () => {
  const parent = {
    methodology: { Fees: 'of the parent' },
    breakdownMethodology: null,
    childProtocols: [{ name: 'V1', methodology: { Fees: 'a' }, breakdownMethodology: null }],
  }
  expect(inLineItems(parent)).toEqual({
    methodology: null,
    breakdownMethodology: null,
    childProtocols: [
      { name: 'V1', methodology: { 'Gross Protocol Revenue': 'a' }, breakdownMethodology: null },
    ],
  })
})

test('behavior: no words at all', () => {
  expect(
    inLineItems({ methodology: {}, breakdownMethodology: null, childProtocols: [] }),
  ).toMatchObject({
    methodology: null,
    breakdownMethodology: null,
  })
})
