import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { prices, supplies } from '../src/domains/coins/facts.ts'
import { unlockRecords, unlockSchedules } from '../src/domains/unlocks/facts.ts'
import { createClock, DAY_SEC, dayStart } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { coinOf } from './support/fill.ts'
import { BENCH_KEY, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const SCHEDULES = 400
/** Every fourth schedule has a section that is recorded, each day for four years. */
const RECORDED_EVERY = 4
const RECORDED_DAYS = 1_460
const LIST_QUESTIONS = 20
const LIST_LIMIT_MS = 250
const CHART_LIMIT_MS = 200

/** All schedules in one answer, and each of them day by day, never asked before. */
export async function unlocks(report: Report): Promise<void> {
  report.section(
    `${SCHEDULES} unlock schedules of eight sections and ten years, a quarter of them with records, never asked before`,
  )
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    await fillSchedules(dataDir)
    const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    const ask = async (path: string): Promise<{ ms: number; bytes: number }> => {
      const startedMs = performance.now()
      const answer = await fetch(`${almanac.url}${path}`, {
        headers: { 'X-API-Key': BENCH_KEY, 'Accept-Encoding': 'identity' },
      })
      const bytes = (await answer.arrayBuffer()).byteLength
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      return { ms: performance.now() - startedMs, bytes }
    }
    const first = await ask('/api/emissions')
    report.add(
      'the list, with everything read from the store',
      `${first.ms.toFixed(0)} ms, ${Math.round(first.bytes / 1e3)} kB`,
    )
    // A moment of its own makes each question a new one, on the same data.
    const soonSec = Math.floor(Date.now() / 1000) + 1_000
    const lists: number[] = []
    for (let index = 0; index < LIST_QUESTIONS; index++)
      lists.push((await ask(`/api/emissions?asOf=${soonSec + index}`)).ms)
    addLine(report, 'the list, p95', lists, LIST_LIMIT_MS)
    const charts: number[] = []
    for (let index = 0; index < SCHEDULES; index++)
      charts.push((await ask(`/api/emission/token-${index}`)).ms)
    addLine(report, 'a schedule day by day, p95', charts, CHART_LIMIT_MS)
    report.add('resident memory', `${residentMb(almanac.pid)} MB`)
    await almanac.stop()
  })
}

function addLine(report: Report, what: string, times: number[], limitMs: number): void {
  const p95 = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  report.add(what, `${p95.toFixed(0)} ms`, `${limitMs} ms`, p95 <= limitMs)
}

async function fillSchedules(dataDir: string): Promise<void> {
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  const nowSec = Math.floor(Date.now() / 1000)
  const ids = Array.from({ length: SCHEDULES }, (_, index) => index)
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await stage.insertRows(
      unlockSchedules,
      ids.map((index) => ({
        id: `token-${index}`,
        file: null,
        schedule: JSON.stringify(makeSchedule(index, nowSec)),
      })),
    )
    await stage.insertRows(
      prices,
      ids.map((index) => ({
        coin: coinOf(index),
        atSec: nowSec,
        priceUsd: 1 + index / 7,
        confidence: 0.99,
      })),
    )
    await stage.insertRows(
      supplies,
      ids.map((index) => ({ coin: coinOf(index), atSec: nowSec, circulating: 5e8 })),
    )
    const sections = Math.ceil(SCHEDULES / RECORDED_EVERY)
    await stage.insertSelect(
      unlockRecords,
      `SELECT concat('token-', toString(intDiv(number, ${RECORDED_DAYS}) * ${RECORDED_EVERY})) AS schedule, 'Rewards' AS section,
       toUInt32(${dayStart(nowSec)} - (number % ${RECORDED_DAYS}) * ${DAY_SEC}) AS atSec, toFloat64(${RECORDED_DAYS} - number % ${RECORDED_DAYS}) * 100000 / 3 AS unlocked
       FROM numbers(${sections * RECORDED_DAYS})`,
    )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  await store.close()
}

/**
 * Ten years around now, with steps by the month, a pace that falls and lines that start and end on
 * days of their own.
 */
function makeSchedule(index: number, nowSec: number): object {
  const day = (days: number) =>
    new Date((dayStart(nowSec) + (days + (index % 30)) * DAY_SEC) * 1000).toISOString().slice(0, 10)
  const line = (from: number, to: number, amount: number) => ({
    type: 'linear',
    from: day(from),
    to: day(to),
    amount,
  })
  const rewards =
    index % RECORDED_EVERY === 0
      ? { recorded: true, allocation: 1e8 }
      : { unlocks: [line(-1_800, 1_800, 1e8 / 3)] }
  return {
    name: `Token ${index}`,
    token: coinOf(index),
    aggregatorId: `token-${index}`,
    sections: [
      {
        label: 'Airdrop',
        category: 'airdrop',
        unlocks: [{ type: 'cliff', at: day(-1_800), amount: 1e8 }],
      },
      {
        label: 'Team',
        category: 'insiders',
        unlocks: [
          { type: 'step', from: day(-1_435), every: '1 month', steps: 48, amountPerStep: 1e6 / 3 },
        ],
      },
      {
        label: 'Advisors',
        category: 'insiders',
        unlocks: [
          { type: 'step', from: day(-1_400), every: '1 month', steps: 24, amountPerStep: 1e5 },
        ],
      },
      {
        label: 'Investors',
        category: 'privateSale',
        unlocks: [
          { type: 'step', from: day(-1_600), every: '3 months', steps: 16, amountPerStep: 1e6 },
        ],
      },
      {
        label: 'Sale',
        category: 'publicSale',
        unlocks: [{ type: 'cliff', at: day(-1_800), amount: 1e7 }, line(-1_800, -1_500, 1e7)],
      },
      {
        label: 'Farming',
        category: 'farming',
        unlocks: [
          {
            type: 'decay',
            from: day(-1_800),
            to: day(1_850),
            every: '1 month',
            decreasePct: 2,
            amount: 2e8,
          },
        ],
      },
      { label: 'Treasury', category: 'noncirculating', unlocks: [line(-1_700, 1_850, 1e8)] },
      { label: 'Rewards', category: 'staking', ...rewards },
    ],
  }
}
