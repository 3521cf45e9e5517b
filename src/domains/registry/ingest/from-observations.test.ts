import { expect, test } from 'vitest'
import { nothingSeen, type SeenToken } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { observeRegistry } from './from-observations.ts'

function rowsOf(tokens: SeenToken[], known: Parameters<typeof bookOf>[0] = {}) {
  return observeRegistry({ ...nothingSeen(), tokens }, bookOf(known)).flatMap(({ fact, rows }) =>
    fact.name === 'tokens' ? rows : [],
  )
}

test('default: a row says what was seen and nothing else, by the one spelling of its coin', () => {
  expect(rowsOf([{ coin: 'Base:0xAB', symbol: 'ABC', decimals: 6 }])).toEqual([
    { coin: 'base:0xab', symbol: 'ABC', decimals: 6 },
  ])
  expect(
    rowsOf([{ coin: 'base:0x1', symbol: 'W', decimals: null, redirect: 'Ethereum:0xA' }]),
  ).toEqual([{ coin: 'base:0x1', symbol: 'W', redirect: 'ethereum:0xa' }])
})

test('behavior: what is on record stands', () => {
  const known = { 'base:0x1': { symbol: 'USDC.e', decimals: 6 } }
  expect(rowsOf([{ coin: 'base:0x1', symbol: 'USDC', decimals: 18 }], known)).toEqual([
    { coin: 'base:0x1', symbol: 'USDC.e', decimals: 6 },
  ])
})

test('behavior: sightings of one token make one row', () => {
  const seen: SeenToken[] = [
    { coin: 'base:0x1', symbol: 'A', decimals: null },
    { coin: 'base:0x1', symbol: 'B', decimals: 8, redirect: 'base:0x2' },
    { coin: 'base:0x1', symbol: 'A', decimals: null },
  ]
  expect(rowsOf(seen)).toEqual([
    { coin: 'base:0x1', symbol: 'A', decimals: 8, redirect: 'base:0x2' },
  ])
})

test('behavior: a token does not take its own price', () => {
  expect(rowsOf([{ coin: 'base:0xA', symbol: 'A', decimals: 1, redirect: 'base:0xa' }])).toEqual([
    { coin: 'base:0xa', symbol: 'A', decimals: 1 },
  ])
})

test('behavior: a protocol that a source describes is only taken where nothing is known of it', () => {
  const protocols = [
    { id: '7', name: 'My Vault', category: 'Yield', methodology: 'What the vault holds.' },
  ]
  const [made] = observeRegistry({ ...nothingSeen(), protocols }, bookOf({}))
  expect(made).toMatchObject({ fact: { name: 'protocols' }, onlyNew: true })
  expect(made?.rows).toMatchObject([
    {
      id: '7',
      name: 'My Vault',
      category: 'Yield',
      methodology: 'What the vault holds.',
      tags: [],
    },
  ])
})

test('behavior: an event is a row of its date and words; whether it was taken back is left to people', () => {
  const hallmarks = [
    { protocol: '7', onSec: 100, event: 'V2 opens' },
    { protocol: '7', onSec: 100, event: 'Attack' },
  ]
  const made = observeRegistry({ ...nothingSeen(), hallmarks }, bookOf({})).find(
    ({ fact }) => fact.name === 'protocol_hallmarks',
  )
  expect(made?.rows).toEqual(hallmarks)
})

test('behavior: what a source states of how a protocol counts: whole for a new one, else only that', () => {
  const seen = {
    ...nothingSeen(),
    protocols: [{ id: '7', name: 'My Vault' }],
    protocolFlags: [
      { protocol: '7', doubleCounted: true },
      { protocol: '8', misrepresentedTokens: true, deadFromSec: 100 },
    ],
  }
  const [described, stated] = observeRegistry(seen, bookOf({}))
  expect(described?.rows).toMatchObject([
    { id: '7', doubleCounted: true, misrepresentedTokens: false },
  ])
  expect(stated).toMatchObject({ fact: { name: 'protocols' }, onlyKnown: true })
  expect(stated?.rows).toEqual([
    { id: '7', doubleCounted: true },
    { id: '8', misrepresentedTokens: true, deadFromSec: 100 },
  ])
})

test('behavior: one source that counts double is enough', () => {
  const protocolFlags = [
    { protocol: '7', doubleCounted: true },
    { protocol: '7', doubleCounted: false },
  ]
  const made = observeRegistry({ ...nothingSeen(), protocolFlags }, bookOf({}))
  expect(made.find(({ onlyKnown }) => onlyKnown)?.rows).toEqual([{ id: '7', doubleCounted: true }])
})
