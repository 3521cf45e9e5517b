import { facts } from '../../src/app.ts'
import { prices } from '../../src/domains/coins/facts.ts'
import { tokens } from '../../src/domains/registry/facts.ts'
import { createClock, DAY_SEC } from '../../src/lib/clock.ts'
import { sql } from '../../src/lib/sql.ts'
import { commitRun } from '../../src/runs/run.ts'
import { Store } from '../../src/store/store.ts'
import { tableOf } from '../../src/store/tables.ts'

export const coinOf = (number: number): string =>
  `ethereum:0x${number.toString(16).padStart(40, '0')}`

/** Fills a fresh data directory with made-up coins and their prices, inside the engine. */
export async function fillPrices(
  dataDir: string,
  size: { coins: number; days: number; untilSec: number; stepSec?: number },
): Promise<void> {
  const { stepSec = DAY_SEC } = size
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  const coin = sql`concat('ethereum:0x', leftPad(lower(hex(toUInt64(number % ${size.coins}))), 40, '0'))`
  await commitRun(store, { source: 'bench', clock: createClock() }, async (stage) => {
    await stage.insertSelect(
      tokens,
      sql`SELECT ${coin} AS coin, concat('T', toString(number)) AS symbol, NULL AS name, toNullable(toInt64(18)) AS decimals, NULL AS redirect FROM numbers(${size.coins})`,
    )
    await stage.insertSelect(
      prices,
      sql`SELECT ${coin} AS coin, toUInt32(${size.untilSec} - intDiv(number, ${size.coins}) * ${stepSec}) AS atSec,
       1 + (cityHash64(number) % 1000000) / 1000 AS priceUsd, toNullable(0.99) AS confidence FROM numbers(${Math.floor((size.coins * size.days * DAY_SEC) / stepSec)})`,
    )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  // The state a table reaches by itself a while after an import: its parts merged.
  await store.engine.command(sql`OPTIMIZE TABLE ${tableOf(prices)} FINAL`)
  await store.close()
}
