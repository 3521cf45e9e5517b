import { prices, supplies } from '../src/domains/coins/facts.ts'
import { unlockRecords, unlockSchedules } from '../src/domains/unlocks/facts.ts'
import { DAY_SEC, dayStart, toSec } from '../src/lib/clock.ts'
import { literal, type Sql, sql } from '../src/lib/sql.ts'
import type { Stage } from '../src/runs/stage.ts'
import { tableOf } from '../src/store/tables.ts'
import { addAfterCommit, addCold, addFirst, addGrowth, addMemory } from './support/engine-limits.ts'
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
import { countAt, SHARE } from './support/share.ts'

const [FEW, MANY] = [countAt(SHARE / 10, 400), countAt(SHARE, 400)]
/** Every fourth schedule has a section that is recorded, each day for four years. */
const RECORDED_EVERY = 4
const RECORDED_DAYS = 1_460
const MONTH_SEC = 30 * DAY_SEC

/** All schedules in one response, and each of them day by day. */
export async function unlocks(report: Report): Promise<void> {
  const nowSec = toSec(Date.now())
  const fill = (count: number) => (dataDir: string) => fillSchedules(dataDir, count, nowSec)
  const smallMs = await timeLoaded(fill(FEW), ['/api/emissions'], timeSchedules)
  await withService(fill(MANY), async (service, { engine }) => {
    report.section(
      `${MANY} unlock schedules of eight sections and ten years, a quarter of them with records`,
    )
    addFirst(report, '/api/emissions', (await service.get('/api/emissions')).ms)
    const listMs = await medianMs(service, coldPaths('/api/emissions'))
    addCold(report, '/api/emissions', listMs, engine.list)
    const scheduleMs = await timeSchedules(service)
    addCold(report, '/api/emission/{protocol}, median', scheduleMs, engine.schedule)
    addGrowth(report, '/api/emission/{protocol}', scheduleMs, smallMs)
    await measureAfterCommits(report, service, { engine, nowSec })
    addMemory(report, service)
  })
}

/** The same schedules at every size. */
async function timeSchedules(service: FilledService): Promise<number> {
  const paths = Array.from({ length: FEW }, (_, index) => `/api/emission/token-${index}`)
  return medianMs(service, paths)
}

/** The first response after new prices of all tokens, and after a new record. */
async function measureAfterCommits(
  report: Report,
  { dataDir, get }: FilledService,
  { engine, nowSec }: { engine: EngineTimes; nowSec: number },
): Promise<void> {
  const lines = Array.from({ length: MANY }, (_, index) => `${coinOf(index)},${nowSec + 60},2,0.99`)
  await importCsv(dataDir, prices, ['coin,atSec,priceUsd,confidence', ...lines])
  const list = await get('/api/emissions')
  addAfterCommit(report, '/api/emissions after new prices', list.ms, engine.list)
  const record = `token-0,Rewards,${nowSec + 60},${(RECORDED_DAYS + 1) * 100_000}`
  await importCsv(dataDir, unlockRecords, ['schedule,section,atSec,unlocked', record])
  const schedule = await get('/api/emission/token-0')
  const what = '/api/emission/{protocol} after a new record'
  addAfterCommit(report, what, schedule.ms, engine.schedule)
}

type EngineTimes = Awaited<ReturnType<typeof fillSchedules>>['engine']

/**
 * SQL of the rows behind each response. The engine has no calendar, so that a month has 30 days and
 * every unlock is a straight line.
 */
function statementsOf(nowSec: number) {
  const sections = (where: Sql) =>
    sql`SELECT id, section, JSONExtractString(section, 'label') AS label, JSONExtractString(section, 'category') AS category
     FROM ${tableOf(unlockSchedules)} ARRAY JOIN JSONExtractArrayRaw(assumeNotNull(schedule), 'sections') AS section WHERE ${where}`
  const time = (name: string) =>
    sql`toInt64(toUnixTimestamp(parseDateTimeBestEffortOrZero(JSONExtractString(unlock, ${literal(name)}), 'UTC')))`
  const announced = (where: Sql) =>
    sql`SELECT id, label, category, JSONExtractString(unlock, 'type') AS type, greatest(${time('at')}, ${time('from')}) AS fromSec,
       multiIf(type = 'step', JSONExtractInt(unlock, 'steps'), type = 'decay', intDiv(${time('to')} - fromSec, ${MONTH_SEC}), 1) AS steps,
       greatest(${time('to')}, fromSec + steps * ${MONTH_SEC}) AS toSec,
       JSONExtractFloat(unlock, 'amount') + steps * JSONExtractFloat(unlock, 'amountPerStep') AS amount
     FROM (${sections(where)}) ARRAY JOIN JSONExtractArrayRaw(section, 'unlocks') AS unlock`
  const [firstSec, lastSec] = [-1_800, 1_850].map((days) => dayStart(nowSec) + days * DAY_SEC)
  return {
    list: sql`SELECT id, concat(label, ': {tokens[0]} tokens unlock at once on {timestamp}') AS description, fromSec + step * ${MONTH_SEC} AS timestamp,
        [amount / steps] AS noOfTokens, category, type AS unlockType, NULL AS rateDurationDays
      FROM (${announced(sql`1`)}) ARRAY JOIN range(assumeNotNull(toUInt32(steps))) AS step ORDER BY id, timestamp`,
    schedule: sql`SELECT label, timestamp, sum(amount * greatest(0, least(1, (timestamp - fromSec) / (toSec - fromSec)))) AS unlocked, unlocked AS rawEmission, 0 AS burned
      FROM (${announced(sql`id = 'token-0'`)}) ARRAY JOIN range(toInt64(${firstSec ?? 0}), toInt64(${lastSec ?? 0}), ${DAY_SEC}) AS timestamp
      GROUP BY label, timestamp ORDER BY label, timestamp
      UNION ALL SELECT section AS label, atSec AS timestamp, unlocked, unlocked AS rawEmission, 0 AS burned
      FROM ${tableOf(unlockRecords)} WHERE schedule = 'token-0' ORDER BY timestamp`,
  }
}

function fillSchedules(dataDir: string, count: number, nowSec: number) {
  return fillStore(dataDir, {
    insert: (stage) => insertSchedules(stage, count, nowSec),
    merged: [unlockRecords],
    statements: statementsOf(nowSec),
  })
}

async function insertSchedules(stage: Stage, count: number, nowSec: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => index)
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
  const sections = Math.ceil(count / RECORDED_EVERY)
  await stage.insertSelect(
    unlockRecords,
    sql`SELECT concat('token-', toString(intDiv(number, ${RECORDED_DAYS}) * ${RECORDED_EVERY})) AS schedule, 'Rewards' AS section,
     toUInt32(${dayStart(nowSec)} - (number % ${RECORDED_DAYS}) * ${DAY_SEC}) AS atSec, toFloat64(${RECORDED_DAYS} - number % ${RECORDED_DAYS}) * 100000 / 3 AS unlocked
     FROM numbers(${sections * RECORDED_DAYS})`,
  )
}

/** Ten years around now: monthly steps, a falling pace, and lines with days of their own. */
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
