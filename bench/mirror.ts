import { join } from 'node:path'
import { facts, mirrored, routes } from '../src/app.ts'
import { type MirrorRequest, mirrorOperations } from '../src/commands/mirror-operations.ts'
import { protocols } from '../src/domains/registry/facts.ts'
import { tvlRecords } from '../src/domains/tvl/facts.ts'
import { createClock, DAY_SEC, dayStart, toSec } from '../src/lib/clock.ts'
import { identifier, joinSql, sql } from '../src/lib/sql.ts'
import type { Stage } from '../src/runs/stage.ts'
import { sourceColumns } from '../src/store/fact.ts'
import { Store } from '../src/store/store.ts'
import { fillStore, withService } from './support/filled-service.ts'
import { BENCH_KEY, type Peer, processorTimeSec, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { countAt, SHARE } from './support/share.ts'

const PROTOCOLS = countAt(SHARE, 7_000)
const DAYS = 5 * 365
const MAX_CPU_RATIO = 1.5
// The kernel counts the time of processes in hundredths of a second.

/** A turn over many protocols of an instance on the same machine: who works more, it or we. */
export async function mirror(report: Report): Promise<void> {
  report.section(`Mirror of ${PROTOCOLS.toLocaleString('en')} protocols × five years`)
  await withService(fillOrigin, (origin) =>
    withFolder(async (folder) => {
      const store = await Store.open({ facts, path: join(folder, 'facts') })
      try {
        await compareTurn(report, origin, store, { folder, what: 'first turn' })
        await compareTurn(report, origin, store, { folder, what: 'turn without changes' })
      } finally {
        await store.close()
      }
    }),
  )
}

async function compareTurn(
  report: Report,
  origin: Peer,
  store: Store,
  { folder, what }: { folder: string; what: string },
): Promise<void> {
  const request: MirrorRequest = {
    base: origin.url,
    key: BENCH_KEY,
    domains: ['tvl'],
    sinceSec: 0,
    ratePerSec: 100_000,
    concurrency: 4,
    isDryRun: false,
    workDir: join(folder, 'spool'),
  }
  const before = {
    ours: process.cpuUsage(),
    origin: processorTimeSec(origin.pid),
    ms: performance.now(),
  }
  const operations = mirrorOperations(store, createClock(), { mirrored, routes })
  const { calls, accepted } = await operations.mirrorTurn(request)
  const used = process.cpuUsage(before.ours)
  const oursSec = (used.user + used.system) / 1e6
  const originSec = processorTimeSec(origin.pid) - before.origin
  const seconds = ((performance.now() - before.ms) / 1000).toFixed(1)
  report.add(
    what,
    `${calls.toLocaleString('en')} calls, ${accepted.toLocaleString('en')} rows, ${seconds} s`,
  )
  if (originSec < 1) return
  const ratio = oursSec / originSec
  report.add(
    `${what}: processor time against the origin’s`,
    `${ratio.toFixed(2)} (${oursSec.toFixed(1)} s against ${originSec.toFixed(1)} s)`,
    `≤ ${MAX_CPU_RATIO}`,
    ratio <= MAX_CPU_RATIO,
  )
}

function fillOrigin(dataDir: string) {
  const todaySec = dayStart(toSec(createClock().nowMs()))
  return fillStore(dataDir, {
    insert: async (stage) => {
      await insertProtocols(stage)
      const days = sql`SELECT toString(1 + intDiv(number, ${DAYS})) AS protocol, toUInt32(${todaySec} - (number % ${DAYS}) * ${DAY_SEC}) AS atSec, number FROM numbers(${PROTOCOLS * DAYS})`
      await stage.insertSelect(
        tvlRecords,
        sql`SELECT protocol, arrayJoin(['ethereum', 'base']) AS chain, 'tvl' AS section, atSec, 1e6 + cityHash64(number, chain) % 1000000 + 0.25 AS tvlUsd FROM (${days})`,
        { threads: 2 },
      )
    },
    merged: [tvlRecords],
    statements: {},
  })
}

async function insertProtocols(stage: Stage): Promise<void> {
  const known = { name: sql`concat('Protocol ', toString(number + 1))`, category: sql`'Dexs'` }
  const columns = sourceColumns(protocols).map((name) => {
    if (name === 'id') return sql`toString(number + 1) AS id`
    const value = known[name as keyof typeof known] ?? emptyOf(protocols.values[name as never])
    return sql`${value} AS ${identifier(name)}`
  })
  await stage.insertSelect(protocols, sql`SELECT ${joinSql(columns)} FROM numbers(${PROTOCOLS})`)
}

function emptyOf({ nullable, kind }: { nullable: boolean; kind: string }): string {
  if (nullable) return 'NULL'
  return kind === 'texts' ? "CAST([], 'Array(String)')" : 'false'
}
