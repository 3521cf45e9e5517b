import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { literal, sql } from '../../lib/sql.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import type { ImportSummary } from '../../runs/import/import-summary.ts'
import { lendingSamples, perpSamples, stakingRates, yieldPools } from './facts.ts'
import { at, id, itemsOf } from './facts-for-tests.ts'

const AT = at(0, 11)
// What Python's uuid.uuid5 makes of the key in the namespace of pool ids.
const KEY = '0xae7ab96520de3a18e5e111b5eaab095312d7fe84-ethereum'
const KEY_ID = '9e49962d-df49-5f95-ab00-8a8575913c72'
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** Imports lines of CSV as the command line does. */
async function importCsv(fact: string, lines: readonly string[]): Promise<ImportSummary> {
  const path = join(app.dataDir, `${fact}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, { fact, files: [path], rejectsDir: app.dataDir })
}

async function reasons({ rejectsFile = '' }: ImportSummary): Promise<string[]> {
  const lines = (await readFile(rejectsFile, 'utf8')).trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as { reason: string }).reason)
}

describe('yield_pools', () => {
  const HEADER =
    'pool,project,chain,symbol,poolMeta,url,underlyingTokens,rewardTokens,exposure,poolOld'
  const described = {
    project: 'harbor-stake',
    poolMeta: null,
    url: null,
    underlyingTokens: [],
    rewardTokens: [],
    exposure: null,
    poolOld: null,
  }

  test('behavior: keys become ids and stay as pool_old; chains and exposures have one spelling', async () => {
    const summary = await importCsv('yield_pools', [
      HEADER,
      `${KEY},harbor-stake,Binance, STETH ,,https://example.org,0xa|0xb,,,`,
      `${id(1).toUpperCase()},harbor-stake,Avax,USDC-WETH,0.3%,,,0xr,SINGLE,`,
      `${id(2)},harbor-stake,OP Mainnet,USDC,,,,,,0xold`,
    ])
    expect(summary).toMatchObject({ accepted: 3, held: 0, rejected: 0 })
    const snapshot = app.app.store.snapshot()
    expect(
      await snapshot.query(
        sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(yieldPools)} ORDER BY pool`,
      ),
    ).toEqual([
      {
        ...described,
        pool: id(1),
        chain: 'avax',
        symbol: 'USDC-WETH',
        poolMeta: '0.3%',
        rewardTokens: ['0xr'],
        exposure: 'single',
      },
      { ...described, pool: id(2), chain: 'optimism', symbol: 'USDC', poolOld: '0xold' },
      {
        ...described,
        pool: KEY_ID,
        chain: 'bsc',
        symbol: 'STETH',
        url: 'https://example.org',
        underlyingTokens: ['0xa', '0xb'],
        poolOld: KEY,
      },
    ])
  })

  test('behavior: an exposure that is neither single nor multi is held', async () => {
    expect(await importCsv('yield_pools', [HEADER, `${id(3)},p,base,X,,,,,both,`])).toMatchObject({
      accepted: 0,
      held: 1,
    })
  })

  test('behavior: a row without project, chain or symbol is rejected', async () => {
    const summary = await importCsv('yield_pools', [
      HEADER,
      'a,,base,X,,,,,,',
      'b,p,,X,,,,,,',
      'c,p,base,,,,,,,',
      ',p,base,X,,,,,,',
      'd,p,base,X,,,,,,',
    ])
    expect(summary).toMatchObject({ accepted: 1, rejected: 4 })
    expect(await reasons(summary)).toEqual([
      'project: missing',
      'chain: missing',
      'symbol: missing',
      'pool: missing',
    ])
  })
})

describe('yield_samples', () => {
  const HEADER = 'pool,atSec,tvlUsd,apyPct,apyBasePct,apyRewardPct,kind'
  let timestamp = AT

  /** Imports one sample and gives what became of it. */
  async function importOne(values: string): Promise<{ apyPct: number | null; quality: string }> {
    timestamp++
    await importCsv('yield_samples', [HEADER, `one,${timestamp},${values}`])
    const [row] = await app.app.store.engine.query<{ apyPct: number | null; quality: string }>(
      sql`SELECT apyPct, quality FROM almanac.fact_yield_samples WHERE atSec = {timestamp:UInt32}`,
      { timestamp },
    )
    return row ?? { apyPct: null, quality: 'none' }
  }

  test.each([
    ['its parts add up', '2000,,4,1.5,', 5.5],
    ['one part is all there is', '2000,,4,,', 4],
    ['the other part is all there is', '2000,,,1.5,', 1.5],
    ['parts win over a total', '2000,99,4,1.5,', 5.5],
    ['a total without parts', '2000,7,,,', 7],
    ['0 is a yield', '2000,0,,,', 0],
    ['a part of 0 is a part', '2000,99,0,,', 0],
    ['below 0 it is 0', '2000,-3,,,', 0],
    ['parts that come to less than 0: −5 + 2', '2000,,-5,2,', 0],
    ['a negative part that another one outweighs: −1 + 3', '2000,,-1,3,', 2],
    ['of options it may be below 0', '2000,-3,,,options', -3],
    ['in any case', '2000,,-5,2,Options', -3],
  ])('behavior: the total yield: %s', async (_, values, expected) => {
    expect(await importOne(values)).toEqual({ apyPct: expected, quality: 'ok' })
  })

  test.each([
    ['1,000 USD is served', '1000,5,,,', 'ok'],
    ['less is held', '999.99,5,,,', 'held'],
    ['less in a lending market is served', '0,5,,,lending', 'ok'],
    ['50 bn USD is served', '50000000000,5,,,', 'ok'],
    ['more is held', '50000000001,5,,,', 'held'],
    ['more is held in a lending market too', '50000000001,5,,,lending', 'held'],
    ['1,000,000 percent is served', '2000,1000000,,,', 'ok'],
    ['more is held', '2000,1000000.1,,,', 'held'],
    ['parts that come to more are held', '2000,,900000,100001,', 'held'],
    ['no yield at all is held', '2000,,,,', 'held'],
    ['a loss of everything is held', '2000,-100,,,options', 'held'],
    ['a kind that nobody knows is held', '2000,5,,,farm', 'held'],
  ])('behavior: %s', async (_, values, quality) => {
    expect((await importOne(values)).quality).toBe(quality)
  })

  test('behavior: what is no number, or a negative value, is rejected', async () => {
    const lines = ['-1,5,,,', 'abc,5,,,', ',5,,,', '2000,x,,,', '2000,NaN,,,', '5000,5,,,'].map(
      (values, index) => `bad,${AT + index},${values}`,
    )
    const summary = await importCsv('yield_samples', [HEADER, ...lines])
    expect(summary).toMatchObject({ accepted: 1, rejected: 5 })
  })

  test('behavior: key and id of a pool meet in its list and its chart', async () => {
    await importCsv('yield_pools', [
      'pool,project,chain,symbol,underlyingTokens,rewardTokens',
      'my own key,example-swap,base,AAA-BBB,,',
      'another key,example-swap,base,BBB,,',
    ])
    await importCsv('yield_samples', [
      'pool,atSec,tvlUsd,apyBasePct,apyRewardPct',
      `my own key,${AT},50000,3,1`,
      `another key,${AT},5000,3,1`,
    ])
    const [item, ...others] = await itemsOf<{ pool: string }>(app, '/pools?symbol=BBB')
    expect(item).toMatchObject({
      symbol: 'AAA-BBB',
      chain: 'Base',
      tvlUsd: 50_000,
      apy: 4,
      apyBase: 3,
      apyReward: 1,
    })
    expect(others).toEqual([])
    expect(await itemsOf(app, `/chart/${item?.pool}`)).toMatchObject([{ tvlUsd: 50_000, apy: 4 }])
    expect(await itemsOf(app, '/yields/poolsOld?symbol=BBB', { pro: true })).toMatchObject([
      { pool_old: 'my own key' },
    ])
  })
})

describe('lending_samples', () => {
  test('behavior: its keys are those of the pools; what cannot be is held, a loan to value is not checked', async () => {
    const summary = await importCsv('lending_samples', [
      'pool,atSec,totalSupplyUsd,totalBorrowUsd,ltv,borrowable',
      `${KEY},${AT},89000,76000,0.8,true`,
      `b,${AT},50000000001,1,0.8,`,
      `c,${AT},1,50000000001,0.8,`,
      `d,${AT},1,1,80,false`,
      `e,${AT},-1,1,0.8,`,
      `f,${AT},1,1,0.8,perhaps`,
    ])
    expect(summary).toMatchObject({ accepted: 2, held: 2, rejected: 2 })
    const snapshot = app.app.store.snapshot()
    const rows = await snapshot.query(
      sql`SELECT pool, ltv, borrowable FROM ${snapshot.current(lendingSamples)} WHERE pool = ${literal(KEY_ID)}`,
    )
    expect(rows).toEqual([{ pool: KEY_ID, ltv: 0.8, borrowable: true }])
  })
})

describe('perp_samples', () => {
  test('behavior: keys become ids, chains have one spelling, a rate in percent is held', async () => {
    const summary = await importCsv('perp_samples', [
      'pool,atSec,marketplace,market,baseAsset,chain,fundingRate,fundingRatePrevious',
      `BTC-PERP-binance,${AT},Some Exchange,BTCUSDT,BTC,,0.0001,`,
      `b,${AT},Some Exchange,B,B,Arbitrum One,-1,`,
      `c,${AT},Some Exchange,C,C,,1.01,`,
      `d,${AT},Some Exchange,D,D,,0.01,-1.01`,
    ])
    expect(summary).toMatchObject({ accepted: 2, held: 2, rejected: 0 })
    const snapshot = app.app.store.snapshot()
    const rows = await snapshot.query(
      sql`SELECT pool, market, chain FROM ${snapshot.current(perpSamples)} ORDER BY market`,
    )
    expect(rows).toMatchObject([
      { market: 'B', chain: 'arbitrum' },
      { pool: 'a6d779c5-878d-5625-a11c-cc93325087d2', chain: null },
    ])
  })
})

describe('staking_rates', () => {
  test('behavior: coins, types and pools have one spelling; a rate of 0 is rejected', async () => {
    const summary = await importCsv('staking_rates', [
      'coin,atSec,name,symbol,type,expectedRate,marketRate,fee,pool',
      `Ethereum:0xABC,${AT},A,AETH,Accruing,1.1,1.09,0.1,${KEY}`,
      `ethereum:0xb,${AT},B,BETH,,1,,,`,
      `ethereum:0xc,${AT},C,CETH,other,1,,,`,
      `ethereum:0xd,${AT},D,DETH,,0,,,`,
      `ethereum:0xe,${AT},E,EETH,,1,,10,`,
    ])
    expect(summary).toMatchObject({ accepted: 2, held: 1, rejected: 2 })
    const snapshot = app.app.store.snapshot()
    const rows = await snapshot.query(
      sql`SELECT coin, type, pool FROM ${snapshot.current(stakingRates)} ORDER BY coin`,
    )
    expect(rows).toEqual([
      { coin: 'ethereum:0xabc', type: 'accruing', pool: KEY_ID },
      { coin: 'ethereum:0xb', type: null, pool: null },
    ])
  })
})

test('behavior: what is exported can be imported again and changes nothing', async () => {
  const rows = () => {
    const snapshot = app.app.store.snapshot()
    return snapshot.query(
      sql`SELECT * EXCEPT (run, recordedAt) FROM ${snapshot.current(yieldPools)} ORDER BY pool`,
    )
  }
  const before = await rows()
  const path = join(app.dataDir, 'again.ndjson')
  await writeFile(path, before.map((row) => JSON.stringify(row)).join('\n'))
  await importFiles(app.app.store, app.app.clock, {
    fact: yieldPools.name,
    files: [path],
    rejectsDir: app.dataDir,
  })
  expect(await rows()).toEqual(before)
})
