import { blocks, prices } from '../../src/domains/coins/facts.ts'
import { literal, sql } from '../../src/lib/sql.ts'
import type { Engine } from '../../src/store/engine.ts'
import { RUNS_TABLE } from '../../src/store/journal.ts'
import { tableOf } from '../../src/store/tables.ts'

/** Run 0 would have begun then; each begins a second after the one before. */
export const FIRST_MS = Date.parse('2026-01-01T00:00:00Z')
const FIRST_SEC = FIRST_MS / 1000

/**
 * Writes runs 1 to `count` as if they had been committed one by one, with a row each: every tenth
 * failed, every hundredth from the first on brought a price, the others a block.
 */
export async function fillRuns(engine: Engine, count: number): Promise<void> {
  const isPrice = sql`number % 100 = 1`
  const isBlock = sql`number % 10 != 0 AND NOT ${isPrice}`
  const recordedAt = sql`fromUnixTimestamp64Milli(toInt64(${FIRST_MS} + number * 1000), 'UTC')`
  const numbers = sql`numbers(1, ${count})`
  await engine.command(
    sql`INSERT INTO ${tableOf(prices)} (coin, atSec, priceUsd, confidence, recordedAt, run, quality)
     SELECT 'test:coin', ${FIRST_SEC} + number, number, 1, ${recordedAt}, number, 'ok' FROM ${numbers} WHERE ${isPrice}`,
  )
  await engine.command(
    sql`INSERT INTO ${tableOf(blocks)} (chain, atSec, height, recordedAt, run, quality)
     SELECT 'ethereum', ${FIRST_SEC} + number, number, ${recordedAt}, number, 'ok' FROM ${numbers} WHERE ${isBlock}`,
  )
  // A run that is committed leaves two records; one that failed here leaves the last one only.
  for (const state of ['committing', 'committed', 'failed'])
    await engine.command(
      sql`INSERT INTO ${RUNS_TABLE} (id, state, startedAtMs, atMs, source, facts, accepted, rows, newestSec)
       SELECT number, ${literal(state)}, ${FIRST_MS} + number * 1000, ${FIRST_MS} + number * 1000,
         if(${isPrice}, 'import', 'live'),
         ${state === 'failed' ? sql`[]` : sql`[if(${isPrice}, 'prices', 'blocks')] AS touched`}, ${state === 'failed' ? 0 : 1},
         ${state === 'failed' ? sql`map(), map()` : sql`map(touched[1], 1), map(touched[1], ${FIRST_SEC} + number)`}
       FROM ${numbers} WHERE number % 10 ${state === 'failed' ? sql`=` : sql`!=`} 0`,
    )
}
