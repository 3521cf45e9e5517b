import { join } from 'node:path'
import chains from '../data/chains.json' with { type: 'json' }
import { facts } from '../src/app.ts'
import { prices } from '../src/domains/coins/facts.ts'
import {
  stablecoinBridged,
  stablecoins as stablecoinFacts,
  stablecoinSupply,
} from '../src/domains/stablecoins/facts.ts'
import { createClock, DAY_SEC, dayStart } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { BENCH_KEY, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const SIZE = { assets: 400, chains: 120, days: 1_826 }
const COLD_LIMIT_MS = 100

/**
 * Lists and charts of stablecoins, each address asked for the first time: hundreds of stablecoins,
 * five years of daily reports.
 */
export async function stablecoins(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const rows = await fill(dataDir)
    report.section(
      `${SIZE.assets} stablecoins on ${SIZE.chains} chains, ${SIZE.days} days, ${(rows / 1e6).toFixed(1)} M rows of supply`,
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
    const p95 = async (paths: string[]) => {
      const times: number[] = []
      for (const path of paths) times.push(await ask(path))
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
    }
    report.add(
      'first question after a start, which reads all history',
      `${Math.round(await ask('/stablecoinchains'))} ms`,
    )
    const names = chains.slice(0, SIZE.chains).map(({ key }) => key)
    const ids = Array.from({ length: 100 }, (_, index) => index * 4 + 2)
    const limited: [string, string[]][] = [
      ['/stablecoins', ['/stablecoins']],
      ['/stablecoincharts/all', ['/stablecoincharts/all']],
      [
        '/stablecoincharts/{chain}, p95 of all chains',
        names.map((name) => `/stablecoincharts/${name}`),
      ],
      [
        '/stablecoincharts/all?stablecoin=, p95 of 100',
        ids.map((id) => `/stablecoincharts/all?stablecoin=${id}`),
      ],
      [
        'stablecoindominance/{chain}, p95 of all chains',
        names.map((name) => `/stablecoins/stablecoindominance/${name}`),
      ],
    ]
    for (const [what, paths] of limited) {
      const ms = await p95(paths)
      report.add(what, `${ms.toFixed(1)} ms`, `≤ ${COLD_LIMIT_MS} ms`, ms <= COLD_LIMIT_MS)
    }
    report.add(
      '/stablecoin/{asset}, p95 of 100',
      `${(await p95(ids.map((id) => `/stablecoin/${id}`))).toFixed(1)} ms`,
    )
    report.add('/stablecoin/1, on all 120 chains', `${(await ask('/stablecoin/1')).toFixed(1)} ms`)
    report.add(
      '/stablecoin/1?fields=tokens',
      `${(await ask('/stablecoin/1?fields=tokens')).toFixed(1)} ms`,
    )
    report.add('/stablecoinprices', `${(await ask('/stablecoinprices')).toFixed(1)} ms`)
    report.add('resident memory', `${residentMb(almanac.pid)} MB`)
    await almanac.stop()
  })
}

/**
 * The first stablecoin is on all chains, most are on a few, as in the field; every second place is
 * fed by a bridge. Returns the rows.
 */
async function fill(dataDir: string): Promise<number> {
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  const keys = chains.slice(0, SIZE.chains).map(({ key }) => `'${key}'`)
  const chainAt = (number: string) => `[${keys.join(', ')}][(${number}) % ${SIZE.chains} + 1]`
  const places = `SELECT asset, ${chainAt('asset * 7 + place')} AS chain, ${chainAt('asset * 7')} AS home, place FROM (
      SELECT number AS asset, arrayJoin(range(greatest(1, toUInt32(round(${SIZE.chains} * pow(number + 1, -0.55)))))) AS place FROM numbers(${SIZE.assets})
    )`
  const today = dayStart(Math.floor(Date.now() / 1000))
  const days = `SELECT toUInt32(${today} - number * ${DAY_SEC}) AS atSec FROM numbers(${SIZE.days})`
  const growth = '(1 + 0.1 * sin(atSec / 4e6 + place))'
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await stage.insertRows(
      stablecoinFacts,
      Array.from({ length: SIZE.assets }, (_, index) => ({
        id: String(index + 1),
        name: `Stablecoin ${index + 1}`,
        symbol: `S${index + 1}`,
        pegType: ['peggedUSD', 'peggedUSD', 'peggedUSD', 'peggedEUR', 'peggedVAR'][index % 5],
        pegMechanism: 'fiat-backed',
        aggregatorId: `stablecoin-${index + 1}`,
      })),
    )
    await stage.insertSelect(
      stablecoinSupply,
      `SELECT toString(asset + 1) AS asset, chain, atSec, if(place % 2 = 1, 0, 1e9 / (place + 1) * ${growth}) AS minted, if(place = 0, 1e6, 0) AS unreleased
       FROM (${places}) AS held CROSS JOIN (${days}) AS moment`,
    )
    await stage.insertSelect(
      stablecoinBridged,
      `SELECT toString(asset + 1) AS asset, chain, home AS sourceChain, atSec, 1e8 / (place + 1) / (place + 1) * ${growth} AS amount
       FROM (${places}) AS held CROSS JOIN (${days}) AS moment WHERE place % 2 = 1`,
    )
    await stage.insertSelect(
      prices,
      `SELECT concat('aggregator:stablecoin-', toString(number + 1)) AS coin, atSec, 1 + (cityHash64(number, atSec) % 1000) / 1e6 AS priceUsd, toNullable(0.99) AS confidence
       FROM numbers(${SIZE.assets}) AS market CROSS JOIN (${days}) AS moment`,
    )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  for (const fact of [stablecoinSupply, stablecoinBridged, prices])
    await store.engine.command(`OPTIMIZE TABLE ${tableOf(fact)} FINAL`)
  const [counted] = await store.engine.query<{ rows: number }>(
    `SELECT (SELECT count() FROM ${tableOf(stablecoinSupply)}) + (SELECT count() FROM ${tableOf(stablecoinBridged)}) AS rows`,
  )
  await store.close()
  return counted?.rows ?? 0
}
