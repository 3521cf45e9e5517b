import { join } from 'node:path'
import chains from '../data/chains.json' with { type: 'json' }
import { facts } from '../src/app.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { protocols } from '../src/domains/registry/facts.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from '../src/domains/rwa/facts.ts'
import { createClock, DAY_SEC, dayStart } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { BENCH_KEY, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const COLD_LIMIT_MS = 150
// Ten times the demo world; `BENCH_SHARE=0.1` is the demo world's size.
const SHARE = Number(process.env.BENCH_SHARE ?? 1)
const SIZE = {
  assets: Math.ceil(3_300 * SHARE),
  places: Math.ceil(6_000 * SHARE),
  positions: Math.ceil(2_100 * SHARE),
  chains: 40,
  days: 480,
}

/**
 * Lists, totals and charts of real world assets, each address asked for the first time at this
 * version of the data.
 */
export async function rwa(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const rows = await fill(dataDir)
    report.section(
      `${SIZE.assets} real world assets on ${SIZE.chains} chains, ${SIZE.days} days, ${(rows / 1e6).toFixed(1)} M rows`,
    )
    const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    try {
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
      const names = chains.slice(0, SIZE.chains).map(({ key }) => key)
      report.add(
        'first question after a start, which reads all history',
        `${Math.round(await ask(`/rwa/chart/chain/${names[0]}`))} ms`,
      )
      const limited: [string, string[]][] = [
        ['/rwa/current', ['/rwa/current']],
        ['/rwa/stats', ['/rwa/stats']],
        ['/rwa/list', ['/rwa/list']],
        ['/rwa/chain/{chain}, slowest of all chains', names.map((name) => `/rwa/chain/${name}`)],
        [
          '/rwa/chart/chain/{chain}, slowest of all chains',
          names.map(
            (name) => `/rwa/chart/chain/${name}?includeStablecoin=true&includeGovernance=true`,
          ),
        ],
        [
          '/rwa/chart/chain-breakdown, slowest key',
          ['onChainMcap', 'activeMcap', 'defiActiveTvl'].map(
            (key) =>
              `/rwa/chart/chain-breakdown?key=${key}&includeStablecoin=true&includeGovernance=true`,
          ),
        ],
      ]
      for (const [what, paths] of limited) {
        let slowestMs = 0
        for (const path of paths) slowestMs = Math.max(slowestMs, await ask(path))
        report.add(
          what,
          `${slowestMs.toFixed(1)} ms`,
          `≤ ${COLD_LIMIT_MS} ms`,
          slowestMs <= COLD_LIMIT_MS,
        )
      }
      report.add('resident memory', `${residentMb(almanac.pid)} MB`)
    } finally {
      await almanac.stop()
    }
  })
}

/**
 * Assets on about two chains each, every third with a position, half with excluded holders. Returns
 * the rows.
 */
async function fill(dataDir: string): Promise<number> {
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  const keys = chains.slice(0, SIZE.chains).map(({ key }) => `'${key}'`)
  // Two of five assets are on the first chain, as most are on the largest one; the rest are spread.
  const asset = `place % ${SIZE.assets}`
  const round = `intDiv(place, ${SIZE.assets})`
  const chainOf = `[${keys.join(', ')}][if(${round} = 0 AND ${asset} % 5 < 2, 1, cityHash64(${asset}, ${round}) % ${SIZE.chains} + 1)]`
  const today = dayStart(Math.floor(Date.now() / 1000))
  const days = `SELECT toUInt32(${today} - number * ${DAY_SEC}) AS atSec FROM numbers(${SIZE.days})`
  const places = (count: number) =>
    `(SELECT number AS place, toString(number % ${SIZE.assets}) AS asset, ${chainOf} AS chain FROM numbers(${count})) AS held`
  const units = '1e6 / (place % 97 + 1) * (1 + 0.1 * sin(atSec / 4e6 + place))'
  // Now and then a day is missing, or a thousand times too much.
  const isReported = `(place % 9 != 0 OR intDiv(atSec, ${DAY_SEC}) % 17 != 3)`
  const slipped = `if(place % 13 = 5 AND intDiv(atSec, ${DAY_SEC}) % 60 = 7, 1000, 1)`
  let rows = 0
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await stage.insertRows(protocols, [{ id: '1', name: 'Cedar Lend', category: 'Lending' }])
    await stage.insertSelect(rwaAssets, assetsSql())
    await stage.insertSelect(
      rwaSupply,
      `SELECT asset, chain, atSec, ${units} * ${slipped} AS supply FROM ${places(SIZE.places)} CROSS JOIN (${days}) AS moment WHERE ${isReported}`,
    )
    await stage.insertSelect(
      rwaPositions,
      `SELECT asset, chain, '1' AS protocol, atSec, 0.2 * ${units} AS amount FROM ${places(SIZE.positions)} CROSS JOIN (${days}) AS moment`,
    )
    await stage.insertSelect(
      rwaExcluded,
      `SELECT asset, chain, '0xdead' AS holder, atSec, 0.1 * ${units} AS amount FROM ${places(SIZE.places)} CROSS JOIN (${days}) AS moment WHERE intDiv(atSec, ${DAY_SEC}) % 14 = 3`,
    )
    await stage.insertSelect(
      prices,
      `SELECT concat('aggregator:rwa-', toString(number)) AS coin, atSec, 1 + 0.01 * sin(atSec / 1e6 + number) AS priceUsd, toNullable(0.99) AS confidence
       FROM numbers(${SIZE.assets}) AS market CROSS JOIN (${days}) AS moment`,
    )
    rows = await stage.countRows()
    return { accepted: rows, rejected: 0, held: 0 }
  })
  await store.close()
  return rows
}

function assetsSql(): string {
  const values = Object.entries(rwaAssets.values).map(([name, { kind, nullable }]) => {
    const given: Record<string, string> = {
      ticker: "concat('T', toString(number))",
      canonicalMarketId: "concat('market/', toString(number))",
      assetGroup: "concat('Group ', toString(number % 12))",
      category: "[concat('Category ', toString(number % 12))]",
      type: "if(number % 20 = 7, 'Wrapper', 'Asset')",
      issuer: "concat('Issuer ', toString(number % 400))",
      parentPlatform: "concat('Platform ', toString(number % 200))",
      stablecoin: 'number % 10 = 3',
      governance: 'number % 25 = 4',
      activeMcapData: 'number % 2 = 0',
      coin: "concat('aggregator:rwa-', toString(number))",
    }
    const empty = nullable ? 'NULL' : kind === 'texts' ? '[]' : kind === 'bool' ? 'false' : "''"
    return `${given[name] ?? empty} AS ${name}`
  })
  return `SELECT toString(number) AS id, ${values.join(', ')} FROM numbers(${SIZE.assets})`
}
