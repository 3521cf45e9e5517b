import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import { prices } from '../coins/public.ts'
import { stablecoins } from './facts.ts'
import { at, price, stablecoin } from './facts-for-tests.ts'
import { ASSET_FACTS, listPresentPlaces, stablecoinSymbolsState } from './public.ts'
import { readAssets } from './read/assets.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** Imports lines of CSV as the command line does. */
async function importCsv(fact: string, lines: readonly string[]) {
  const path = join(app.dataDir, `${fact}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, { fact, files: [path], rejectsDir: app.dataDir })
}

const rowsOf = (sql: Sql) => app.app.store.engine.query<Record<string, unknown>>(sql)

describe('imports', () => {
  test('default: a stablecoin and its supply from files a person writes', async () => {
    const described = await importCsv('stablecoins', [
      'id,name,symbol,pegType,pegMechanism,aggregatorId,auditLinks,yieldBearing,delisted,deprecated',
      '1,Alpha Dollar,ALP,peggedusd,Fiat-Backed,alpha,,false,false,false',
    ])
    expect(described).toMatchObject({ accepted: 1, rejected: 0, held: 0 })
    await importCsv('stablecoin_supply', [
      'asset,chain,atSec,minted,unreleased',
      `1,Ethereum,${at(0, 9)},1000,100`,
    ])
    await importCsv('stablecoin_bridged', [
      'asset,chain,sourceChain,atSec,amount',
      `1,OP Mainnet,1,${at(0, 9)},250.5`,
    ])
    await importCsv('fx_rates', ['currency,atSec,usdPerUnit', `eur,${at(0)},1.08`])
    const { body } = await app.get('/stablecoins')
    // 1,000 − 100 − 250.5 stayed, 250.5 went to Optimism.
    expect(body).toMatchObject({
      peggedAssets: [
        {
          id: '1',
          pegType: 'peggedUSD',
          pegMechanism: 'fiat-backed',
          circulating: { peggedUSD: 900 },
          chainCirculating: {
            Ethereum: { current: { peggedUSD: 649.5 } },
            'OP Mainnet': { current: { peggedUSD: 250.5 } },
          },
        },
      ],
    })
    expect(await rowsOf(sql`SELECT currency FROM almanac.fact_fx_rates`)).toEqual([
      { currency: 'EUR' },
    ])
  })

  test.each([
    ['an id that is no number', 'tether,Name,N,peggedUSD,fiat-backed'],
    ['an id of 0', '0,Name,N,peggedUSD,fiat-backed'],
    ['an id with zeros before it', '07,Name,N,peggedUSD,fiat-backed'],
    ['a peg without the word', '70,Name,N,USD,fiat-backed'],
    ['a peg that is no currency', '70,Name,N,pegged$,fiat-backed'],
    ['an unknown mechanism', '70,Name,N,peggedUSD,magic'],
  ])('behavior: %s is held', async (_, line) => {
    const summary = await importCsv('stablecoins', [
      'id,name,symbol,pegType,pegMechanism,auditLinks,yieldBearing,delisted,deprecated',
      `${line},,false,false,false`,
    ])
    expect(summary).toMatchObject({ held: 1, rejected: 0 })
  })

  test('behavior: supply that no currency has is held; what is below 0 or no number is rejected', async () => {
    const lines = [
      '1e15,0',
      '1.1e15,0',
      '0,1.1e15',
      '-1,0',
      '5,-1',
      'much,0',
      'NaN,0',
      'inf,0',
      ',0',
    ].map((values, index) => `9,base,${at(1) + index},${values}`)
    expect(
      await importCsv('stablecoin_supply', ['asset,chain,atSec,minted,unreleased', ...lines]),
    ).toMatchObject({ held: 2, rejected: 6 })
  })

  test('behavior: what comes from the chain it is on is held', async () => {
    const lines = [`9,BSC,56,${at(1)},5`, `9,BSC,base,${at(1)},5`, `9,BSC,tron,${at(1)},2e15`]
    expect(
      await importCsv('stablecoin_bridged', ['asset,chain,sourceChain,atSec,amount', ...lines]),
    ).toMatchObject({
      held: 2,
      rejected: 0,
    })
  })

  test('behavior: a rate of 0 is rejected', async () => {
    expect(
      await importCsv('fx_rates', [
        'currency,atSec,usdPerUnit',
        `EUR,${at(1)},0`,
        `EUR,${at(2)},1.1`,
      ]),
    ).toMatchObject({ rejected: 1 })
  })
})

describe('stablecoinSymbolsState', () => {
  test('default: the newest price and the currency of each symbol, in upper case', async () => {
    await app.put(stablecoins, [
      stablecoin({ id: '31', symbol: 'frUSD', aggregatorId: 'fr' }),
      stablecoin({ id: '32', symbol: 'TWO', aggregatorId: 'two-lost' }),
      stablecoin({ id: '33', symbol: 'TWO', aggregatorId: 'two-held', pegType: 'peggedEUR' }),
      stablecoin({ id: '34', symbol: 'NONE' }),
      stablecoin({ id: '35', symbol: 'TWO' }),
      stablecoin({ id: '36', symbol: 'FLT', pegType: 'peggedVAR' }),
    ])
    await app.put(prices, [
      price('fr', at(1), 0.5),
      price('fr', at(0), 0.9),
      price('two-lost', at(0), 0.02),
      price('two-held', at(0), 1.01),
    ])
    const { store } = app.app
    const bySymbol = await new States(store).get(stablecoinSymbolsState, store.snapshot())
    expect(Object.fromEntries(bySymbol)).toEqual({
      ALP: { priceUsd: null, currency: 'USD' },
      FRUSD: { priceUsd: 0.9, currency: 'USD' },
      // The one that holds its peg, with its currency.
      TWO: { priceUsd: 1.01, currency: 'EUR' },
      NONE: { priceUsd: null, currency: 'USD' },
      FLT: { priceUsd: null, currency: null },
    })
  })
})

describe('what other domains read', () => {
  test('default: what circulates on each chain, and its value', async () => {
    const { store } = app.app
    const assets = await readAssets({
      snapshot: store.snapshot(),
      states: new States(store),
      nowSec: NOW_SEC,
    })
    // 1,000 − 100 − 250.5 on Ethereum, 250.5 on Optimism; without a price, but pegged to the
    // dollar.
    expect(listPresentPlaces(assets)).toEqual([
      { id: '1', chain: 'ethereum', pegType: 'peggedUSD', units: 649.5, usdRate: 1 },
      { id: '1', chain: 'optimism', pegType: 'peggedUSD', units: 250.5, usdRate: 1 },
    ])
    expect(assets.byId.get('31')?.price).toBe(0.9)
    expect(ASSET_FACTS.map(({ name }) => name)).toContain('stablecoin_bridged')
  })
})
