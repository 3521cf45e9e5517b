import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'
import { tvlWatch } from '../../domains/tvl/watch.ts'
import { at } from '../../lib/at.ts'
import { HOUR_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { commitRows } from '../../runs/run.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { loadHistory } from './history.ts'
import { listReadings } from './readings.ts'
import { TOTAL } from './rules/guard.ts'
import { readGuardSettings } from './rules/settings.ts'
import type { SeriesPast } from './series-past.ts'

const watch = at(
  tvlWatch.filter(({ fact }) => fact === tvlRecords),
  0,
)

interface Row {
  protocol: string
  chain: string
  section: string
  atSec: number
  tvlUsd: number
  quality: 'ok' | 'carried' | 'held'
}

let app: TestApp
let statements: number
beforeAll(async () => {
  app = await TestApp.start()
})
beforeEach(async () => {
  await app.app.store.engine.command(sql`TRUNCATE TABLE almanac.fact_tvl SYNC`)
  statements = 0
})
afterAll(() => app.stop())

const hour = (hours: number): number => NOW_SEC + Math.round(hours * HOUR_SEC)
const row = (hours: number, tvlUsd: number, more: Partial<Row> = {}): Row => ({
  protocol: 'alpha',
  chain: 'ethereum',
  section: 'tvl',
  atSec: hour(hours),
  tvlUsd,
  quality: 'ok',
  ...more,
})

async function write(...rows: readonly Row[]): Promise<void> {
  const { store, clock } = app.app
  const counts = { accepted: rows.length, rejected: 0, held: 0 }
  const ready = { rows: [{ fact: tvlRecords, rows: rows.map((one) => ({ ...one })) }], counts }
  await commitRows(store, { source: 'test', clock }, async () => ready)
}

function counted(snapshot: Snapshot): Snapshot {
  const query: Snapshot['query'] = (sql, params) => {
    statements++
    return snapshot.query(sql, params)
  }
  return { ...snapshot, run: snapshot.run, query }
}

/** What is known when protocols are read at a timestamp: alpha's past, unless another is named. */
async function pastAt(hours: number, protocols = ['alpha']): Promise<SeriesPast> {
  const readings = listReadings(
    watch,
    protocols.map((protocol) => ({ ...row(hours, 1, { protocol }) })),
  ).map(({ reading }) => reading)
  const history = await loadHistory(
    counted(app.app.store.snapshot()),
    readings,
    readGuardSettings(),
  )
  return history.pastOf(watch, at(readings, 0).series)
}

const totals = (past: SeriesPast): number[] => past.line(TOTAL).between(0, hour(1_000))

test('default: sums by line, the parts of the newest, carried readings marked as such', async () => {
  await write(row(-3, 60), row(-3, 40, { chain: 'base' }), row(-3, 5, { section: 'staking' }))
  await write(row(-2, 70), row(-2, 6, { section: 'staking' }))
  await write(row(-1, 76, { quality: 'carried' }), row(-1, 900, { chain: 'base', quality: 'held' }))
  const past = await pastAt(0)
  expect(totals(past)).toEqual([105, 76, 76])
  expect(past.line('staking').between(0, hour(0))).toEqual([5, 6])
  // The carried 76 is no reading of its own.
  expect(past.line(TOTAL).repeats(76, hour(0))).toEqual({ sinceSec: hour(-2), count: 1 })
  expect(past.parts).toEqual(new Map([['ethereum/tvl', 76]]))
})

test('behavior: one statement, however many series are read', async () => {
  await write(row(-1, 60), row(-1, 7, { protocol: 'beta' }), row(-1, 8, { protocol: 'gamma' }))
  expect(totals(await pastAt(0, ['beta', 'alpha']))).toEqual([7])
  expect(statements).toBe(1)
})

test('behavior: of an hour the last reading counts', async () => {
  await write(row(-3, 60))
  await write(row(-2, 61))
  await write(row(-1.75, 62))
  expect(totals(await pastAt(-1))).toEqual([60, 62])
})

test('behavior: guards look eight days back, and not beyond the reading', async () => {
  await write(row(-200, 50), row(-190, 51), row(-100, 52))
  // Eight days are 192 hours: of the three readings the later two are within them.
  expect(totals(await pastAt(-1))).toEqual([51, 52])
  expect(totals(await pastAt(-189))).toEqual([50, 51])
})

test('behavior: a timestamp that is read again has the rows of both readings', async () => {
  await write(row(-3, 60), row(-2, 61))
  await write(row(-2, 4, { chain: 'base' }))
  expect(totals(await pastAt(-2))).toEqual([60, 65])
  expect(totals(await pastAt(-1))).toEqual([60, 65])
})
