import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { stablecoinMirror } from './responses.ts'

const NOON = 1_768_392_000
const TODAY = NOON - 43_200
const about = {
  id: '1',
  name: 'Dollar',
  symbol: 'USD1',
  pegType: 'peggedUSD',
  pegMechanism: 'fiat-backed',
}
const units = (circulating: number, minted: number, bridgedTo: number, unreleased = 0) => ({
  circulating: { peggedUSD: circulating },
  minted: { peggedUSD: minted },
  bridgedTo: { peggedUSD: bridgedTo },
  unreleased: { peggedUSD: unreleased },
})

test('default: days at their end, the newest at its report; what left one chain came to the other', () => {
  const body = {
    ...about,
    lastReport: NOON - 600,
    chainBalances: {
      // 100 minted, 10 not released, 60 circulate: 30 have left.
      Ethereum: {
        tokens: [
          { date: TODAY - 86_400, ...units(60, 100, 0, 10) },
          { date: TODAY, ...units(60, 100, 0, 10) },
        ],
      },
      Base: {
        tokens: [
          { date: TODAY - 86_400, ...units(30, 0, 30) },
          { date: TODAY, ...units(30, 0, 30), carried: true },
        ],
      },
    },
  }
  const { rows } = readResponse(stablecoinMirror.responses, 'stablecoins.getAsset', body, {
    atSec: NOON,
  })
  expect(rows.stablecoin_supply).toEqual([
    { asset: '1', chain: 'Ethereum', atSec: TODAY - 1, minted: 100, unreleased: 10 },
    { asset: '1', chain: 'Ethereum', atSec: NOON - 600, minted: 100, unreleased: 10 },
    { asset: '1', chain: 'Base', atSec: TODAY - 1, minted: 0, unreleased: 0 },
  ])
  expect(rows.stablecoin_bridged).toEqual([
    {
      asset: '1',
      chain: 'Base',
      sourceChain: 'Ethereum',
      atSec: TODAY - 1,
      amount: 30,
      quality: 'extrapolated',
    },
  ])
})

test('behavior: tokens come from a chain whose own report is carried', () => {
  const body = {
    ...about,
    chainBalances: {
      Ethereum: { tokens: [{ date: TODAY - 86_400, ...units(70, 100, 0), carried: true }] },
      Base: { tokens: [{ date: TODAY - 86_400, ...units(35, 0, 35) }] },
    },
  }
  const { rows } = readResponse(stablecoinMirror.responses, 'stablecoins.getAsset', body, {
    atSec: NOON,
  })
  expect(rows.stablecoin_supply?.map(({ chain }) => chain)).toEqual(['Base'])
  // Base says 35; that Ethereum gave away 30 is what it said before.
  expect(rows.stablecoin_bridged).toMatchObject([
    { chain: 'Base', sourceChain: 'Ethereum', atSec: TODAY - 1, amount: 35 },
  ])
})

test('behavior: a service that only says what circulates; the peg comes from its list', () => {
  const { id, name, symbol, ...peg } = about
  const list = { peggedAssets: [{ ...about, circulating: { peggedUSD: '5' } }] }
  const [call] = readResponse(stablecoinMirror.responses, 'stablecoins.list', list).details
  expect(call).toMatchObject({ operation: 'stablecoins.getAsset', params: { asset: '1', ...peg } })
  const body = {
    ...{ id, name, symbol },
    totalCirculating: [{ date: TODAY - 86_400, totalCirculating: 5 }],
    chainCirculating: { Tron: [{ date: String(TODAY - 86_400), circulating: '5' }] },
  }
  const { rows } = readResponse(stablecoinMirror.responses, 'stablecoins.getAsset', body, {
    ...call,
    atSec: NOON,
  })
  expect(rows.stablecoins).toMatchObject([{ id: '1', name: 'Dollar', ...peg }])
  expect(rows.stablecoin_supply).toEqual([
    { asset: '1', chain: 'Tron', atSec: TODAY - 1, minted: 5, unreleased: 0 },
  ])
})

test('behavior: the last price of each day before today, at its end; other forms and nulls', () => {
  const { rows, problems } = readResponse(
    stablecoinMirror.responses,
    'stablecoins.listPrices',
    [
      // Some services begin with the prices of now under no date.
      { date: 0, prices: { dollar: 0.5 } },
      { date: String(TODAY - 86_400), prices: { dollar: '0.99', 'ethereum:0xaa': 2, none: null } },
      { date: TODAY, prices: { dollar: 1 } },
      { prices: { dollar: 3 } },
    ],
    { atSec: NOON },
  )
  const known = { atSec: TODAY - 1, confidence: null }
  expect(rows.prices).toEqual([
    { ...known, coin: 'aggregator:dollar', priceUsd: 0.99 },
    { ...known, coin: 'ethereum:0xaa', priceUsd: 2 },
  ])
  expect(problems).toEqual(['body[3].date is missing'])
})
