import { join } from 'node:path'
import { prices } from '../../src/domains/coins/facts.ts'
import { createClock } from '../../src/lib/clock.ts'
import { literal, sql } from '../../src/lib/sql.ts'
import { commitRun } from '../../src/runs/run.ts'
import { writeSnapshot } from '../../src/runs/snapshot/write-snapshot.ts'
import { Store } from '../../src/store/store.ts'
import { tableOf } from '../../src/store/tables.ts'
import { withFolder } from '../support/processes.ts'
import type { Report } from '../support/report.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 10_000_000)
const COINS = 20_000
const ROUNDS = 3

/** A snapshot, hashed and flushed, against the engine's own export of the same table. */
export async function snapshotSpeed(report: Report): Promise<void> {
  report.section(`Snapshot of ${ROWS / 1e6} M price rows against the engine's own export`)
  await withFolder(async (folder) => {
    const store = await Store.open({ facts: [prices], path: join(folder, 'facts') })
    await fill(store)
    let [ours, bare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < ROUNDS; round++) {
      const target = join(folder, `snapshot-${round}`)
      bare = Math.min(
        bare,
        await seconds(() => exportBare(store, join(folder, `${round}.parquet`))),
      )
      ours = Math.min(ours, await seconds(() => writeSnapshot(store, { folder: target })))
    }
    report.ratio('rows a second', ROWS / ours, ROWS / bare, 0.7)
    await store.close()
  })
}

async function fill(store: Store): Promise<void> {
  const options = { source: 'bench', clock: createClock(), isGenerated: true, isDistinct: true }
  await commitRun(store, options, async (stage) => {
    await stage.insertSelect(
      prices,
      sql`SELECT concat('ethereum:0x', leftPad(lower(hex(number % ${COINS})), 40, '0')) AS coin,
       toUInt32(1500000000 + intDiv(number, ${COINS}) * 3600) AS atSec,
       100 + (cityHash64(number) % 1000000) / 100000 AS priceUsd, 0.99 AS confidence FROM numbers(${ROWS})`,
    )
    return { accepted: ROWS, rejected: 0, held: 0 }
  })
}

function exportBare({ engine }: Store, path: string): Promise<void> {
  return engine.command(
    sql`INSERT INTO FUNCTION file(${literal(path)}, 'Parquet') SELECT * FROM ${tableOf(prices)}`,
    {},
    { files: [path] },
  )
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return (performance.now() - startedMs) / 1000
}
