import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { facts } from '../src/app.ts'
import { prices, supplies } from '../src/domains/coins/facts.ts'
import { hacks } from '../src/domains/hacks/facts.ts'
import { liquidity } from '../src/domains/liquidity/facts.ts'
import { raises } from '../src/domains/raises/facts.ts'
import { protocols, tokens } from '../src/domains/registry/facts.ts'
import { protocolRow } from '../src/domains/registry/protocol-row.ts'
import { treasuries, treasuryHoldings } from '../src/domains/treasuries/facts.ts'
import { tvlRecords } from '../src/domains/tvl/facts.ts'
import { createClock, DAY_SEC, dayStart, HOUR_SEC } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { BENCH_KEY, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const SIZE = {
  holders: 600,
  positions: 40,
  coins: 5_000,
  days: 730,
  hourlyDays: 15,
  pools: 4,
  chainsOfAToken: 10,
  raises: 7_000,
  hacks: 1_000,
}
const COLD_LIMIT_MS = 200
const ROUNDS = 10
const CHARTS = 200
const run = promisify(execFile)

/**
 * Treasuries, entities, hacks, raises and charts of liquidity, each asked for the first time at its
 * version of the data.
 */
export async function ecosystem(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const nowSec = Math.floor(Date.now() / HOUR_SEC / 1000) * HOUR_SEC
    const [holdings, samples] = await fill(dataDir, nowSec)
    const millions = (rows: number) => `${(rows / 1e6).toFixed(1)} M rows`
    report.section(
      `Treasuries (${SIZE.holders} holders, ${millions(holdings)}), liquidity (${SIZE.coins} coins, ${millions(samples)}), hacks, raises: cold`,
    )
    const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    const ask = async (path: string): Promise<number> => {
      const startedMs = performance.now()
      const answer = await fetch(`${almanac.url}${path}`, {
        headers: { 'x-api-key': BENCH_KEY, 'accept-encoding': 'identity' },
      })
      const body = await answer.text()
      if (answer.status !== 200 || body.length < 100)
        throw new Error(`${path}: ${answer.status} ${body.slice(0, 200)}`)
      return performance.now() - startedMs
    }
    const importRows = async (fact: string, lines: string[]) => {
      const file = join(folder, `${fact}.csv`)
      writeFileSync(file, lines.join('\n'))
      await run(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          join(import.meta.dirname, '../src/main.ts'),
          'import',
          fact,
          file,
        ],
        {
          env: { ...process.env, ALMANAC_DATA_DIR: dataDir },
        },
      )
    }
    const limited = (what: string, times: number[]) => {
      const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
      report.add(what, `${p95.toFixed(1)} ms`, `≤ ${COLD_LIMIT_MS} ms`, p95 <= COLD_LIMIT_MS)
    }
    const first = [
      await ask('/api/treasuries'),
      await ask('/api/raises'),
      await ask('/api/historicalLiquidity/T1'),
    ]
    report.add(
      'first question after a start: treasuries, raises, liquidity',
      first.map((ms) => `${Math.round(ms)} ms`).join(', '),
    )
    const times: Record<string, number[]> = {
      '/api/treasuries': [],
      '/api/entities': [],
      '/api/raises': [],
      '/api/hacks': [],
    }
    for (let round = 0; round < ROUNDS; round++) {
      await importRows('prices', [
        'coin,atSec,priceUsd',
        `${coinOf(0)},${nowSec + round},${round + 1}`,
      ])
      await importRows('protocols', [
        'id,name,auditLinks,previousNames,tags,forkedFrom,oracles,governanceIds,codeRepos,doubleCounted,misrepresentedTokens,excludedFromParent,deprecated,rugged,wrongLiquidity',
        `new-${round},New ${round},,,,,,,,false,false,false,false,false,false`,
      ])
      for (const [path, list] of Object.entries(times)) list.push(await ask(path))
    }
    for (const [path, list] of Object.entries(times))
      limited(`${path}, after prices and protocols have changed`, list)
    await importRows('treasury_holdings', [
      'holder,chain,token,atSec,amount',
      ...hourOfHoldings(nowSec + HOUR_SEC),
    ])
    limited('/api/treasuries, after an hour of all holdings was imported', [
      await ask('/api/treasuries'),
    ])
    const charts: number[] = []
    const slugs: number[] = []
    for (let index = 0; index < CHARTS; index++) {
      charts.push(await ask(`/api/historicalLiquidity/${coinOf(pick(index))}`))
      slugs.push(
        await ask(`/api/historicalLiquidity/T${pick(index) % (SIZE.coins / SIZE.chainsOfAToken)}`),
      )
    }
    limited(`chart of a coin's liquidity, ${SIZE.pools} pools, p95 of ${CHARTS}`, charts)
    limited(
      `chart of a token's liquidity by symbol, ${SIZE.pools * SIZE.chainsOfAToken} pools, p95 of ${CHARTS}`,
      slugs,
    )
    report.add('resident memory', `${residentMb(almanac.pid)} MB`)
    await almanac.stop()
  })
}

const coinOf = (number: number): string => `ethereum:0x${number.toString(16).padStart(40, '0')}`

function pick(index: number): number {
  return (index * 104_729 + 1) % SIZE.coins
}

function hourOfHoldings(atSec: number): string[] {
  return Array.from({ length: SIZE.holders * SIZE.positions }, (_, index) => {
    const holder = Math.floor(index / SIZE.positions)
    return `${holderOf(holder)},ethereum,${coinOf((holder * 7 + index) % SIZE.coins)},${atSec},${index + 1}`
  })
}

/** Every sixth holder is an entity. */
function holderOf(number: number): string {
  return number % 6 === 5 ? `entity-${number}` : `${number}-treasury`
}

/**
 * Fills a fresh data directory inside the engine. Returns the rows of holdings and of liquidity.
 */
async function fill(dataDir: string, nowSec: number): Promise<[number, number]> {
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  const coin = (number: string) =>
    `concat('ethereum:0x', leftPad(lower(hex(toUInt64((${number}) % ${SIZE.coins}))), 40, '0'))`
  const today = dayStart(nowSec)
  const days = `SELECT toUInt32(${today} - number * ${DAY_SEC}) AS atSec FROM numbers(${SIZE.days})`
  const hours = `SELECT toUInt32(${nowSec} - number * ${HOUR_SEC}) AS atSec FROM numbers(${SIZE.hourlyDays * 24})`
  const ids = Array.from({ length: SIZE.holders }, (_, index) => index)
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    const measured = ids.map((id) =>
      protocolRow({ id: String(id), name: `Protocol ${id}`, tokenCoin: coinOf(id) }),
    )
    await stage.insertRows(protocols, measured)
    await stage.insertRows(
      treasuries,
      ids.map((id) =>
        id % 6 === 5
          ? { id: holderOf(id), name: `Entity ${id}`, ownTokens: [] }
          : { id: holderOf(id), protocol: String(id), ownTokens: [] },
      ),
    )
    const token = SIZE.coins / SIZE.chainsOfAToken
    await stage.insertSelect(
      tokens,
      `SELECT ${coin('number')} AS coin, concat('T', toString(number % ${token})) AS symbol, concat('Token ', toString(number)) AS name,
       toNullable(toInt64(18)) AS decimals, toNullable(concat('aggregator:t', toString(number % ${token}))) AS redirect FROM numbers(${SIZE.coins})`,
    )
    await stage.insertSelect(
      prices,
      `SELECT concat('aggregator:t', toString(number)) AS coin, toUInt32(${nowSec}) AS atSec, 1.5 AS priceUsd, toNullable(0.99) AS confidence FROM numbers(${token})`,
    )
    await stage.insertSelect(
      supplies,
      `SELECT ${coin('number')} AS coin, toUInt32(${today}) AS atSec, 1e6 AS circulating FROM numbers(${SIZE.holders})`,
    )
    await stage.insertSelect(
      treasuryHoldings,
      `SELECT if(number % 6 = 5, concat('entity-', toString(number)), concat(toString(number), '-treasury')) AS holder, 'ethereum' AS chain,
       ${coin('number * 7 + number * 40 + place')} AS token, atSec, 100 + cityHash64(number, place, atSec) % 1000 AS amount
       FROM (SELECT number, arrayJoin(range(${SIZE.positions})) AS place FROM numbers(${SIZE.holders})) AS held
       CROSS JOIN (SELECT DISTINCT atSec FROM (${days} UNION ALL ${hours})) AS moment`,
    )
    await stage.insertSelect(
      tvlRecords,
      `SELECT if(number % 6 = 5, concat('entity-', toString(number)), concat(toString(number), '-treasury')) AS protocol, 'ethereum' AS chain, section, atSec, 4e4 AS tvlUsd
       FROM (SELECT number, arrayJoin(['tvl', 'OwnTokens']) AS section FROM numbers(${SIZE.holders})) AS held
       CROSS JOIN (SELECT DISTINCT atSec FROM (${days} UNION ALL ${hours})) AS moment`,
    )
    await stage.insertSelect(
      liquidity,
      `SELECT ${coin('number')} AS token, concat('pool-', toString(number), '-', toString(pool)) AS pool, atSec, toNullable(1000.5) AS liquidityTokens,
       1000 + (cityHash64(number, pool, atSec) % 1000000) / 10 AS liquidityUsd, toNullable(liquidityUsd / 7) AS volumeUsd, toNullable(liquidityUsd / 300) AS depth1PctUsd, toNullable(liquidityUsd / 150) AS depth2PctUsd
       FROM (SELECT number, arrayJoin(range(${SIZE.pools})) AS pool FROM numbers(${SIZE.coins})) AS held CROSS JOIN (${days}) AS moment`,
    )
    await stage.insertRows(
      raises,
      Array.from({ length: SIZE.raises }, (_, index) => raiseOf(index, today)),
    )
    await stage.insertRows(
      hacks,
      Array.from({ length: SIZE.hacks }, (_, index) => hackOf(index, today)),
    )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  for (const fact of [treasuryHoldings, liquidity])
    await store.engine.command(`OPTIMIZE TABLE ${tableOf(fact)} FINAL`)
  const count = async (table: string) =>
    (await store.engine.query<{ rows: number }>(`SELECT count() AS rows FROM ${table}`))[0]?.rows ??
    0
  const counted: [number, number] = [
    await count(tableOf(treasuryHoldings)),
    await count(tableOf(liquidity)),
  ]
  await store.close()
  return counted
}

/**
 * The fourth of every four reports tells of the third's round, two days apart, by another reporter.
 */
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
    protocol: round % 3 === 0 ? String(round % SIZE.holders) : null,
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
