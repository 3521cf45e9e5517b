import { prices, supplies } from '../src/domains/coins/facts.ts'
import { hacks } from '../src/domains/hacks/facts.ts'
import { liquidity } from '../src/domains/liquidity/facts.ts'
import { raises } from '../src/domains/raises/facts.ts'
import { protocols, tokens } from '../src/domains/registry/facts.ts'
import { protocolRow } from '../src/domains/registry/protocol-row.ts'
import { treasuries, treasuryHoldings } from '../src/domains/treasuries/facts.ts'
import { tvlRecords } from '../src/domains/tvl/facts.ts'
import { DAY_SEC, dayStart, HOUR_SEC, toSec } from '../src/lib/clock.ts'
import { joinSql, literal, type Sql, sql } from '../src/lib/sql.ts'
import type { Stage } from '../src/runs/stage.ts'
import { tableOf } from '../src/store/tables.ts'
import {
  addAfterCommit,
  addCold,
  addFirst,
  addGrowth,
  addMemory,
  median,
} from './support/engine-limits.ts'
import { coinOf } from './support/fill.ts'
import {
  coldPaths,
  type FilledService,
  fillStore,
  medianMs,
  timeLoaded,
  withService,
} from './support/filled-service.ts'
import { importCsv } from './support/import-csv.ts'
import type { Report } from './support/report.ts'
import { countAt, SHARE, spread } from './support/share.ts'

const HOLDERS = countAt(SHARE, 600)
const RAISES = countAt(SHARE, 7_000)
const HACKS = countAt(SHARE, 1_000)
const CHAINS_OF_A_TOKEN = 10
// Coins come in tens: the chains of one token.
const coinsAt = (share: number) => countAt(share, 500) * CHAINS_OF_A_TOKEN
const [FEW, MANY] = [coinsAt(SHARE / 10), coinsAt(SHARE)]
const POSITIONS = 40
const DAYS = 730
const HOURLY_DAYS = 15
const POOLS = 4
const ROUNDS = 5
const CHARTS = 100

/** Treasuries, entities, hacks, raises and charts of liquidity. */
export async function ecosystem(report: Report): Promise<void> {
  const nowSec = Math.floor(toSec(Date.now()) / HOUR_SEC) * HOUR_SEC
  const fill = (coinCount: number) => (dataDir: string) => fillWorld(dataDir, coinCount, nowSec)
  const smallMs = await timeLoaded(fill(FEW), ['/api/historicalLiquidity/T1'], (service) =>
    timeCoins(service, FEW),
  )
  await withService(fill(MANY), async (service, { rows, engine }) => {
    report.section(
      `Treasuries of ${HOLDERS} holders, liquidity of ${MANY} coins, hacks, raises: ${(rows / 1e6).toFixed(1)} M rows`,
    )
    for (const path of ['/api/treasuries', '/api/raises', '/api/historicalLiquidity/T1'])
      addFirst(report, path, (await service.get(path)).ms)
    for (const [path, own] of listsOf(engine))
      addCold(report, path, await medianMs(service, coldPaths(path)), own)
    const coinMs = await timeCoins(service, MANY)
    addCold(report, `liquidity of a coin in ${POOLS} pools, median`, coinMs, engine.coin)
    addGrowth(report, 'liquidity of a coin', coinMs, smallMs)
    const tokenCount = MANY / CHAINS_OF_A_TOKEN
    const symbols = spread(tokenCount, CHARTS).map((index) => `/api/historicalLiquidity/T${index}`)
    const tokenMs = await medianMs(service, symbols)
    const pools = POOLS * CHAINS_OF_A_TOKEN
    addCold(report, `liquidity of a token in ${pools} pools, median`, tokenMs, engine.token)
    await measureAfterCommits(report, service, { engine, nowSec })
    addMemory(report, service)
  })
}

type EngineTimes = Awaited<ReturnType<typeof fillWorld>>['engine']

function listsOf(engine: EngineTimes): [path: string, own: number][] {
  return [
    ['/api/treasuries', engine.treasuries],
    ['/api/entities', engine.entities],
    ['/api/raises', engine.raises],
    ['/api/hacks', engine.hacks],
  ]
}

function timeCoins(service: FilledService, coinCount: number): Promise<number> {
  const coins = spread(coinCount, CHARTS).map(
    (index) => `/api/historicalLiquidity/${coinOf(index)}`,
  )
  return medianMs(service, coins)
}

/** Each round adds a price and a protocol, on which all lists depend. */
async function measureAfterCommits(
  report: Report,
  { dataDir, get }: FilledService,
  { engine, nowSec }: { engine: EngineTimes; nowSec: number },
): Promise<void> {
  const lists = listsOf(engine).map(([path, own]) => ({ path, own, times: [] as number[] }))
  for (let round = 0; round < ROUNDS; round++) {
    const price = `${coinOf(0)},${nowSec + round},${round + 1}`
    await importCsv(dataDir, prices, ['coin,atSec,priceUsd', price])
    await importCsv(dataDir, protocols, [
      'id,name,auditLinks,previousNames,tags,forkedFrom,oracles,governanceIds,codeRepos,doubleCounted,misrepresentedTokens,excludedFromParent,deprecated,rugged,wrongLiquidity',
      `new-${round},New ${round},,,,,,,,false,false,false,false,false,false`,
    ])
    for (const { path, times } of lists) times.push((await get(path)).ms)
  }
  for (const { path, own, times } of lists)
    addAfterCommit(report, `${path} after a new price and protocol`, median(times), own)
  await importCsv(dataDir, treasuryHoldings, [
    'holder,chain,token,atSec,amount',
    ...hourOfHoldings(nowSec + HOUR_SEC),
  ])
  const { ms } = await get('/api/treasuries')
  addAfterCommit(report, '/api/treasuries after an hour of all holdings', ms, engine.treasuries)
}

function hourOfHoldings(atSec: number): string[] {
  return Array.from({ length: HOLDERS * POSITIONS }, (_, index) => {
    const holder = Math.floor(index / POSITIONS)
    return `${holderOf(holder)},ethereum,${coinOf((holder * 7 + index) % MANY)},${atSec},${index + 1}`
  })
}

/** Every sixth holder is an entity. */
function holderOf(number: number): string {
  return number % 6 === 5 ? `entity-${number}` : `${number}-treasury`
}

/** SQL of the rows behind each response. */
function statementsOf(coinCount: number) {
  const holdings = tableOf(treasuryHoldings)
  const held = (holder: Sql) =>
    sql`SELECT holder, chain, token, amount, amount * priceUsd AS usd FROM (
       SELECT holder, chain, token, amount FROM ${holdings} WHERE ${holder} AND (holder, atSec) IN (SELECT holder, max(atSec) FROM ${holdings} WHERE ${holder} GROUP BY holder)
     ) AS newest LEFT JOIN (SELECT coin AS token, redirect FROM ${tableOf(tokens)}) AS described USING (token)
     LEFT JOIN (SELECT coin AS redirect, argMax(priceUsd, atSec) AS priceUsd FROM ${tableOf(prices)} GROUP BY coin) AS priced USING (redirect)`
  const days = (coins: readonly string[]) =>
    sql`SELECT intDiv(atSec, ${DAY_SEC}) AS day, sum(liquidityTokens) AS tokens, sum(liquidityUsd) AS usd, sum(volumeUsd) AS volume,
       sum(depth1PctUsd) AS depth1Pct, sum(depth2PctUsd) AS depth2Pct, uniqExact(token, pool) AS pools
     FROM ${tableOf(liquidity)} WHERE token IN (${joinSql(coins.map((coin) => literal(coin)))}) GROUP BY day ORDER BY day`
  const tokenCount = coinCount / CHAINS_OF_A_TOKEN
  return {
    treasuries: held(sql`endsWith(holder, '-treasury')`),
    entities: held(sql`startsWith(holder, 'entity-')`),
    raises: sql`SELECT * FROM ${tableOf(raises)} ORDER BY atSec DESC`,
    hacks: sql`SELECT * FROM ${tableOf(hacks)} ORDER BY atSec DESC`,
    coin: days([coinOf(1)]),
    token: days(
      Array.from({ length: CHAINS_OF_A_TOKEN }, (_, index) => coinOf(1 + index * tokenCount)),
    ),
  }
}

function fillWorld(dataDir: string, coinCount: number, nowSec: number) {
  return fillStore(dataDir, {
    insert: async (stage) => {
      await insertHolders(stage, coinCount, nowSec)
      await insertCoins(stage, coinCount, nowSec)
      const today = dayStart(nowSec)
      await stage.insertRows(
        raises,
        Array.from({ length: RAISES }, (_, index) => raiseOf(index, today)),
      )
      await stage.insertRows(
        hacks,
        Array.from({ length: HACKS }, (_, index) => hackOf(index, today)),
      )
    },
    merged: [treasuryHoldings, liquidity],
    statements: statementsOf(coinCount),
  })
}

const daysSql = (nowSec: number) =>
  sql`SELECT toUInt32(${dayStart(nowSec)} - number * ${DAY_SEC}) AS atSec FROM numbers(${DAYS})`
const coinSql = (number: Sql, coinCount: number) =>
  sql`concat('ethereum:0x', leftPad(lower(hex(toUInt64((${number}) % ${coinCount}))), 40, '0'))`

async function insertHolders(stage: Stage, coinCount: number, nowSec: number): Promise<void> {
  const ids = Array.from({ length: HOLDERS }, (_, index) => index)
  const hours = sql`SELECT toUInt32(${nowSec} - number * ${HOUR_SEC}) AS atSec FROM numbers(${HOURLY_DAYS * 24})`
  const moments = sql`(SELECT DISTINCT atSec FROM (${daysSql(nowSec)} UNION ALL ${hours})) AS moment`
  const holder = sql`if(number % 6 = 5, concat('entity-', toString(number)), concat(toString(number), '-treasury'))`
  await stage.insertRows(
    protocols,
    ids.map((id) =>
      protocolRow({ id: String(id), name: `Protocol ${id}`, tokenCoin: coinOf(id % coinCount) }),
    ),
  )
  await stage.insertRows(
    treasuries,
    ids.map((id) =>
      id % 6 === 5
        ? { id: holderOf(id), name: `Entity ${id}`, ownTokens: [] }
        : { id: holderOf(id), protocol: String(id), ownTokens: [] },
    ),
  )
  await stage.insertSelect(
    treasuryHoldings,
    sql`SELECT ${holder} AS holder, 'ethereum' AS chain, ${coinSql(sql`number * 7 + number * ${POSITIONS} + place`, coinCount)} AS token, atSec,
     100 + cityHash64(number, place, atSec) % 1000 AS amount
     FROM (SELECT number, arrayJoin(range(${POSITIONS})) AS place FROM numbers(${HOLDERS})) AS held CROSS JOIN ${moments}`,
  )
  await stage.insertSelect(
    tvlRecords,
    sql`SELECT ${holder} AS protocol, 'ethereum' AS chain, section, atSec, 4e4 AS tvlUsd
     FROM (SELECT number, arrayJoin(['tvl', 'OwnTokens']) AS section FROM numbers(${HOLDERS})) AS held CROSS JOIN ${moments}`,
  )
}

async function insertCoins(stage: Stage, coinCount: number, nowSec: number): Promise<void> {
  const tokenCount = coinCount / CHAINS_OF_A_TOKEN
  const coin = coinSql(sql`number`, coinCount)
  await stage.insertSelect(
    tokens,
    sql`SELECT ${coin} AS coin, concat('T', toString(number % ${tokenCount})) AS symbol, concat('Token ', toString(number)) AS name,
     toNullable(toInt64(18)) AS decimals, toNullable(concat('aggregator:t', toString(number % ${tokenCount}))) AS redirect FROM numbers(${coinCount})`,
  )
  await stage.insertSelect(
    prices,
    sql`SELECT concat('aggregator:t', toString(number)) AS coin, toUInt32(${nowSec}) AS atSec, 1.5 AS priceUsd, toNullable(0.99) AS confidence FROM numbers(${tokenCount})`,
  )
  await stage.insertSelect(
    supplies,
    sql`SELECT ${coin} AS coin, toUInt32(${dayStart(nowSec)}) AS atSec, 1e6 AS circulating FROM numbers(${Math.min(HOLDERS, coinCount)})`,
  )
  await stage.insertSelect(
    liquidity,
    sql`SELECT ${coin} AS token, concat('pool-', toString(number), '-', toString(pool)) AS pool, atSec, toNullable(1000.5) AS liquidityTokens,
     1000 + (cityHash64(number, pool, atSec) % 1000000) / 10 AS liquidityUsd, toNullable(liquidityUsd / 7) AS volumeUsd, toNullable(liquidityUsd / 300) AS depth1PctUsd, toNullable(liquidityUsd / 150) AS depth2PctUsd
     FROM (SELECT number, arrayJoin(range(${POOLS})) AS pool FROM numbers(${coinCount})) AS held CROSS JOIN (${daysSql(nowSec)}) AS moment`,
  )
}

/** The fourth of every four reports is of the third's round, by another reporter. */
function raiseOf(index: number, today: number): Record<string, unknown> {
  const isSecond = index % 4 === 3
  const round = isSecond ? index - 1 : index
  return {
    reporter: isSecond ? 'ledger-wire' : 'round-watch',
    report: String(index),
    atSec: today - (round % 2_000) * DAY_SEC - (isSecond ? 2 * DAY_SEC : 0),
    name: `Project ${round % 5_000}`,
    round: 'Seed',
    amountMillionUsd: 1 + (round % 50),
    chains: ['ethereum'],
    category: 'DeFi',
    leadInvestors: ['North Fund'],
    otherInvestors: ['East Capital', 'West'],
    protocol: round % 3 === 0 ? String(round % HOLDERS) : null,
  }
}

function hackOf(index: number, today: number): Record<string, unknown> {
  return {
    id: String(index),
    atSec: today - index * DAY_SEC,
    name: `Hack ${index}`,
    amountUsd: 1e6,
    chains: ['ethereum'],
    bridgeHack: false,
    protocol: String(index % 900),
  }
}
