import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { facts as allFacts } from '../../src/app.ts'
import { createDemo } from '../../src/demo/demo-world.ts'
import { demoParts } from '../../src/demo/index.ts'
import { prices } from '../../src/domains/coins/facts.ts'
import { tokens } from '../../src/domains/registry/facts.ts'
import { type Clock, createClock, DAY_SEC, HOUR_SEC } from '../../src/lib/clock.ts'
import { literal, type Sql, sql } from '../../src/lib/sql.ts'
import { commitRun } from '../../src/runs/run.ts'
import type { Engine } from '../../src/store/engine.ts'
import type { Fact } from '../../src/store/fact.ts'
import { Store } from '../../src/store/store.ts'
import { tableOf } from '../../src/store/tables.ts'
import { lengthen, multiply } from '../../test/support/full-size/enlarge.ts'
import { folderUntilExit } from './processes.ts'
import { SHARE, SIZE, WORLD_FOLDER } from './size.ts'

const QUIET_SECONDS = 5
/** Of the names of the demo world, in a world that is only tried. */
const TRIED_SHARE = 0.2

/** Data directories: the demo world with long histories, and with the lists of all markets. */
export interface World {
  readonly few: string
  readonly many: string
}

let made: Promise<World> | undefined

/** The world of all suites, made for the first one that needs it. */
export function theWorld(): Promise<World> {
  made ??= makeWorld()
  return made
}

async function makeWorld(): Promise<World> {
  const folder = WORLD_FOLDER ?? folderUntilExit()
  const [few, many] = [join(folder, 'few'), join(folder, 'many')]
  if (existsSync(many)) return { few, many }
  console.log('\nMaking the world …')
  await inStore(few, async (store, clock) => {
    await createDemo(store, clock, demoParts, SIZE === 'small' ? { share: TRIED_SHARE } : {})
    await lengthen(store, clock)
    await settle(store)
  })
  cpSync(few, many, { recursive: true })
  await inStore(many, async (store, clock) => {
    await multiply(store, clock, SHARE)
    await settle(store)
  })
  return { few, many }
}

/** Opens the store of a data directory for some work. */
export async function inStore<T>(
  dataDir: string,
  work: (store: Store, clock: Clock) => Promise<T>,
  facts: readonly Fact[] = allFacts,
): Promise<T> {
  const store = await Store.open({ facts, path: join(dataDir, 'facts') })
  try {
    return await work(store, createClock())
  } finally {
    await store.close()
  }
}

/** Waits until the engine has merged the parts that an import leaves behind. */
async function settle(store: Store): Promise<void> {
  for (let quiet = 0; quiet < QUIET_SECONDS; ) {
    const [found] = await store.engine.query<{ merges: number }>(
      sql`SELECT count() AS merges FROM system.merges`,
    )
    quiet = found?.merges === 0 ? quiet + 1 : 0
    await sleep(1_000)
  }
}

export const coinOf = (number: number): string =>
  `ethereum:0x${number.toString(16).padStart(40, '0')}`

/** Numbered coins in SQL, named as `coinOf` does. */
const coinSql = (coins: number): Sql =>
  sql`concat('ethereum:0x', leftPad(lower(hex(toUInt64(number % ${coins}))), 40, '0')) AS coin`

/** Made-up prices of some coins, hourly by default, which move by up to a tenth, so that guards hold nothing. */
export const madePrices = (
  rows: number,
  fromSec: number,
  coins = 20_000,
  stepSec = HOUR_SEC,
): Sql =>
  sql`SELECT ${coinSql(coins)}, toUInt32(${fromSec} + intDiv(number, ${coins}) * ${stepSec}) AS atSec,
   100 + (cityHash64(number) % 1000000) / 100000 AS priceUsd, 0.99 AS confidence FROM numbers(${rows})`

/** Commits what the engine selects for each fact, as one run. */
export async function commitSelected(
  store: Store,
  clock: Clock,
  selected: readonly (readonly [fact: Fact, rows: Sql])[],
): Promise<void> {
  const options = { source: 'bench', clock, isGenerated: true, isDistinct: true }
  await commitRun(store, options, async (stage) => {
    for (const [fact, rows] of selected) await stage.insertSelect(fact, rows)
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
}

/** Has the engine itself write a file of the rows. */
export function writeFile(engine: Engine, file: string, format: string, rows: Sql): Promise<void> {
  return engine.command(
    sql`INSERT INTO FUNCTION file(${literal(file)}, ${literal(format)}) ${rows}`,
    {},
    { files: [file] },
  )
}

/** Fills a fresh data directory with made-up coins and their prices, inside the engine. */
export async function fillPrices(
  dataDir: string,
  size: { coins: number; days: number; untilSec: number; stepSec?: number },
): Promise<void> {
  const { coins, days, untilSec, stepSec = DAY_SEC } = size
  const steps = Math.floor((days * DAY_SEC) / stepSec)
  await inStore(dataDir, async (store, clock) => {
    await commitSelected(store, clock, [
      [
        tokens,
        sql`SELECT ${coinSql(coins)}, concat('T', toString(number)) AS symbol, NULL AS name, toNullable(toInt64(18)) AS decimals, NULL AS redirect FROM numbers(${coins})`,
      ],
      [prices, madePrices(coins * steps, untilSec - (steps - 1) * stepSec, coins, stepSec)],
    ])
    // The state a table reaches by itself a while after an import: its parts merged.
    await store.engine.command(sql`OPTIMIZE TABLE ${tableOf(prices)} FINAL`)
  })
}
