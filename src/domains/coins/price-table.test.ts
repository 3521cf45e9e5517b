import { expect, test } from 'vitest'
import { PriceTable } from './price-table.ts'

test('default', () => {
  const table = new PriceTable(1)
  table.setToken('base:0x1', 'ONE', 18, null)
  table.setPrice('base:0x1', { atSec: 1_700_000_000, priceUsd: 1.25, confidence: 0.9 })
  expect(table.find('base:0x1')).toMatchObject({ symbol: 'ONE', decimals: 18, redirect: undefined })
  expect(table.find('base:0x1')?.newest).toEqual({
    atSec: 1_700_000_000,
    priceUsd: 1.25,
    confidence: 0.9,
  })
  expect(table.size).toBe(1)
})

test('behavior: what is not there is not found', () => {
  const table = new PriceTable(1)
  expect(table.find('base:0x1')).toBeUndefined()
  expect(table.find('base:0x1')?.newest).toBeUndefined()
})

test('behavior: a price does not need a description, nor a description a price', () => {
  const table = new PriceTable(1)
  table.setPrice('base:0x1', { atSec: 1_000, priceUsd: 2, confidence: null })
  table.setToken('base:0x2', 'TWO', 6, null)
  expect(table.find('base:0x1')).toMatchObject({
    symbol: null,
    decimals: null,
    redirect: undefined,
  })
  expect(table.find('base:0x2')?.newest).toBeUndefined()
})

test('behavior: unknown decimals and confidence are null, 0 is 0', () => {
  const table = new PriceTable(1)
  table.setToken('base:0x1', 'ONE', null, null)
  table.setPrice('base:0x1', { atSec: 1_000, priceUsd: 2, confidence: null })
  table.setToken('base:0x2', 'TWO', 0, null)
  table.setPrice('base:0x2', { atSec: 1_000, priceUsd: 0, confidence: 0 })
  expect(table.find('base:0x1')?.decimals).toBeNull()
  expect(table.find('base:0x1')?.newest?.confidence).toBeNull()
  expect(table.find('base:0x2')?.decimals).toBe(0)
  expect(table.find('base:0x2')?.newest).toEqual({ atSec: 1_000, priceUsd: 0, confidence: 0 })
})

test('behavior: a later description replaces the earlier one whole', () => {
  const table = new PriceTable(1)
  table.setToken('base:0x1', 'OLD', 18, 'aggregator:old')
  table.setToken('base:0x1', 'NEW', null, null)
  expect(table.find('base:0x1')).toMatchObject({
    symbol: 'NEW',
    decimals: null,
    redirect: undefined,
  })
})

test('behavior: nothing is lost when it grows', () => {
  const table = new PriceTable(1)
  const count = 5_000
  for (let n = 0; n < count; n++) {
    table.setToken(`base:${n}`, `S${n}`, n % 19, n % 2 === 0 ? `aggregator:${n}` : null)
    table.setPrice(`base:${n}`, {
      atSec: 1_000 + n,
      priceUsd: n / 4,
      confidence: n % 3 === 0 ? null : 0.5,
    })
  }
  expect(table.size).toBe(count)
  for (const n of [0, 1, 1_023, 1_024, 1_025, 2_047, 2_048, 4_999]) {
    expect(table.find(`base:${n}`)).toMatchObject({
      symbol: `S${n}`,
      decimals: n % 19,
      redirect: n % 2 === 0 ? `aggregator:${n}` : undefined,
    })
    expect(table.find(`base:${n}`)?.newest).toEqual({
      atSec: 1_000 + n,
      priceUsd: n / 4,
      confidence: n % 3 === 0 ? null : 0.5,
    })
  }
  table.setToken('base:new', 'NEW', null, null)
  expect(table.find('base:new')?.decimals).toBeNull()
  expect(table.find('base:new')?.newest).toBeUndefined()
})
