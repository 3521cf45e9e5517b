import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { at } from '../src/lib/at.ts'
import { sql } from '../src/lib/sql.ts'
import { Store } from '../src/store/store.ts'
import { coinOf, fillPrices } from './support/fill.ts'
import { residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const COINS = 274_000
const DAYS = 365
const QUESTIONS = 200

/** One coin's 365 daily points out of 100 million rows: the response against the bare query. */
export async function coldChart(report: Report): Promise<void> {
  report.section(
    `One coin's ${DAYS} daily points out of ${Math.round((COINS * DAYS) / 1e6)} M rows, never asked before`,
  )
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const untilSec = Math.floor(Date.now() / 1000)
    await fillPrices(dataDir, { coins: COINS, days: DAYS, untilSec })
    const bare = await bareQueries(dataDir)
    const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    const whole: number[] = []
    for (let index = 0; index < QUESTIONS; index++) {
      const startedMs = performance.now()
      const response = await fetch(
        `${almanac.url}/chart/${coinOf(pick(index))}?span=${DAYS}&end=${untilSec}`,
      )
      const body = (await response.json()) as { coins: Record<string, { prices: unknown[] }> }
      whole.push(performance.now() - startedMs)
      const points = Object.values(body.coins)[0]?.prices.length
      if (points !== DAYS) throw new Error(`expected ${DAYS} points, got ${points}`)
    }
    const [p95, bareP95] = [percentile(whole, 0.95), percentile(bare, 0.95)]
    report.add(
      'p95 of the whole response over p95 of the bare query',
      `${(p95 / bareP95).toFixed(2)} (${p95.toFixed(1)} ms against ${bareP95.toFixed(1)} ms)`,
      '≤ 2',
      p95 / bareP95 <= 2,
    )
    const mb = residentMb(almanac.pid)
    report.add('resident memory with 100 M price rows', `${mb} MB`, '1,536 MB', mb <= 1_536)
    await almanac.stop()
  })
}

async function bareQueries(dataDir: string): Promise<number[]> {
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  const times: number[] = []
  for (let index = 0; index < QUESTIONS; index++) {
    const startedMs = performance.now()
    await store.engine.query(
      sql`SELECT atSec, priceUsd FROM almanac.fact_prices WHERE coin = {coin:String} ORDER BY atSec`,
      {
        coin: coinOf(pick(index) + 1),
      },
    )
    times.push(performance.now() - startedMs)
  }
  await store.close()
  return times
}

/** Spread over all coins; bare queries read their neighbours, so that no cache helps either. */
function pick(index: number): number {
  return (index * 104_729) % (COINS - 1)
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return at(sorted, Math.floor(sorted.length * share))
}
