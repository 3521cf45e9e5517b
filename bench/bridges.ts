import { join } from 'node:path'
import { facts } from '../src/app.ts'
import {
  bridges as bridgeFact,
  bridgeTransfers,
  DAY_SQL,
  partySql,
  SUMS_SQL,
} from '../src/domains/bridges/facts.ts'
import { at } from '../src/lib/at.ts'
import { createClock, DAY_SEC, dayStart, toSec } from '../src/lib/clock.ts'
import { identifier, joinSql, literal, type Sql, sql } from '../src/lib/sql.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import {
  addAfterCommit,
  addCold,
  addFirst,
  addGrowth,
  addMemory,
  engineMs,
} from './support/engine-limits.ts'
import { type FilledService, medianMs, timeLoaded, withService } from './support/filled-service.ts'
import { importCsv } from './support/import-csv.ts'
import type { Report } from './support/report.ts'
import { countAt, SHARE } from './support/share.ts'

const [FEW, MANY] = [countAt(SHARE / 10, 100_000_000), countAt(SHARE, 100_000_000)]
const ROWS_PER_RUN = 5_000_000
const DAYS = 1_095
const BRIDGES = 30
const CHAINS = ['ethereum', 'arbitrum', 'optimism', 'base', 'polygon', 'bsc', 'avax', 'linea']
const MIN_BYTES = 2
const TABLE = tableOf(bridgeTransfers)
const LIST = '/bridges?includeChains=true'
// On the pro root; on the other one the bridge's own figures come with the list.
const TRANSACTIONS = '/bridges/transactions'
/** An address with a thousandth of all transfers, spread over bridges, chains and days. */
const WALLET = `0x${'d'.repeat(40)}`

/** Responses about bridges out of 100 million transfers. */
export async function bridges(report: Report): Promise<void> {
  const todaySec = dayStart(toSec(Date.now()))
  const kinds = requests(todaySec)
  const fill = (transfers: number) => async (dataDir: string) => {
    await fillTransfers(dataDir, transfers, todaySec)
    return measureEngine(dataDir, kinds)
  }
  const timeNewest = (service: FilledService) =>
    medianMs(service, newestOfBridges(todaySec), MIN_BYTES)
  const smallMs = await timeLoaded(fill(FEW), ['/bridges'], timeNewest)
  await withService(fill(MANY), async (service, engine) => {
    report.section(
      `Bridges: ${(MANY / 1e6).toLocaleString('en')} M transfers of ${BRIDGES} bridges over ${DAYS} days`,
    )
    addFirst(report, '/bridges', (await service.get('/bridges')).ms)
    for (const [index, { what, paths }] of kinds.entries()) {
      const ms = await medianMs(service, paths, MIN_BYTES)
      addCold(report, `${what}, median of ${paths.length}`, ms, at(engine, index))
      if (what === NEWEST) addGrowth(report, what, ms, smallMs)
    }
    await importTransfers(service.dataDir, todaySec)
    const after = await service.get(LIST)
    addAfterCommit(report, `${LIST} after a transfer of every bridge`, after.ms, at(engine, 0))
    addMemory(report, service)
  })
}

const NEWEST = 'the newest 6,000 of a bridge of all time before some day'

function newestOfBridges(todaySec: number): string[] {
  return Array.from(
    { length: 10 },
    (_, index) =>
      `${TRANSACTIONS}/${index + 1}?limit=6000&startTimestamp=0&endTimestamp=${todaySec - (100 * index + 5) * DAY_SEC}`,
  )
}

function importTransfers(dataDir: string, todaySec: number): Promise<void> {
  const lines = Array.from(
    { length: BRIDGES },
    (_, index) =>
      `${index + 1},base,0xfeed${index},0,${todaySec},${WALLET},${contractOf(index + 1)},0x1,1000,25,true`,
  )
  return importCsv(dataDir, bridgeTransfers, [
    'bridge,chain,txHash,logIndex,atSec,fromAddress,toAddress,token,amount,valueUsd,isDeposit',
    ...lines,
  ])
}

/** What the engine itself takes for the rows behind each kind of response. */
async function measureEngine(dataDir: string, kinds: readonly Kind[]): Promise<number[]> {
  const store = await Store.open({ facts, path: join(dataDir, 'facts') })
  const times: number[] = []
  for (const { sql } of kinds) times.push(await engineMs(store, sql))
  await store.close()
  return times
}

/** Requests of one kind, all of them cold, and SQL of the rows that one of them needs. */
interface Kind {
  readonly what: string
  readonly paths: readonly string[]
  readonly sql: Sql
}

function requests(todaySec: number): Kind[] {
  const times = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index))
  const daysAgo = (days: number) => todaySec - days * DAY_SEC
  const sums = joinSql(Object.values(SUMS_SQL))
  const byDay = (where: Sql) =>
    sql`SELECT bridge, chain, ${DAY_SQL} AS day, ${sums} FROM ${TABLE} WHERE ${where} GROUP BY bridge, chain, day`
  const day = sql`atSec BETWEEN ${daysAgo(54)} AND ${daysAgo(53) - 1}`
  const topOf = (where: Sql) =>
    sql`SELECT isDeposit, token, ${sums} FROM ${TABLE} WHERE ${where} GROUP BY isDeposit, token`
  const newest = (where: Sql) =>
    sql`SELECT * FROM ${TABLE} WHERE ${where} ORDER BY atSec DESC LIMIT 6000`
  // Each side in the projection of its own that is sorted by it.
  const newestOf = (chain: string, address: string, bridge = sql`1`) => {
    const sides = ['fromAddress', 'toAddress'].map((side) => {
      const isParty = sql`${partySql(sql`chain`, identifier(side))} = ${partySql(sql`${literal(chain)}`, sql`${literal(address)}`)} AND ${identifier(side)} = ${literal(address)}`
      return sql`(${newest(sql`${isParty} AND chain = ${literal(chain)} AND ${bridge}`)})`
    })
    return sql`SELECT * FROM (${joinSql(sides, sql` UNION ALL `)}) ORDER BY atSec DESC LIMIT 6000`
  }
  return [
    {
      what: 'all bridges with chains',
      paths: [LIST, '/bridges/bridges'],
      sql: byDay(sql`atSec >= ${daysAgo(31)}`),
    },
    {
      what: 'one bridge',
      paths: times(20, (index) => `/bridge/${index + 1}`),
      sql: byDay(sql`bridge = 1 AND atSec >= ${daysAgo(31)}`),
    },
    {
      what: 'volumes of a chain',
      paths: ['all', ...CHAINS].flatMap((chain) => [
        `/bridgevolume/${chain}`,
        `/bridgevolume/${chain}?id=1`,
      ]),
      sql: byDay(sql`chain = 'base'`),
    },
    {
      what: 'a day of a chain',
      paths: times(
        20,
        (index) => `/bridgedaystats/${daysAgo(1 + index * 53)}/${CHAINS[index % CHAINS.length]}`,
      ),
      sql: topOf(sql`${day} AND chain = 'base'`),
    },
    {
      what: 'a day of all chains',
      paths: times(10, (index) => `/bridgedaystats/${daysAgo(1 + index * 97)}/all`),
      sql: topOf(day),
    },
    {
      what: 'the newest 6,000 transactions of a bridge',
      paths: times(10, (index) => `${TRANSACTIONS}/${index + 1}?limit=6000`),
      sql: newest(sql`bridge = 1 AND atSec >= ${daysAgo(7)}`),
    },
    {
      what: NEWEST,
      paths: newestOfBridges(todaySec),
      sql: newest(sql`bridge = 1 AND atSec <= ${daysAgo(205)}`),
    },
    {
      what: 'the newest 6,000 of all bridges',
      paths: times(
        5,
        (index) => `${TRANSACTIONS}/all?limit=6000&endTimestamp=${daysAgo(index * 200)}`,
      ),
      sql: newest(sql`atSec BETWEEN ${daysAgo(207)} AND ${daysAgo(200)}`),
    },
    {
      what: 'the newest 6,000 of all bridges of all time',
      paths: times(
        3,
        (index) => `${TRANSACTIONS}/all?limit=6000&startTimestamp=0&endTimestamp=${daysAgo(index)}`,
      ),
      sql: newest(sql`1`),
    },
    {
      what: '6,000 from a source chain',
      paths: CHAINS.map(
        (chain, index) =>
          `${TRANSACTIONS}/${index + 1}?limit=6000&sourceChain=${chain}&startTimestamp=0`,
      ),
      sql: newest(sql`bridge = 1 AND sourceChain = 'base'`),
    },
    {
      what: 'a source chain without transfers',
      paths: times(
        3,
        (index) => `${TRANSACTIONS}/${index + 1}?sourceChain=solana&startTimestamp=0`,
      ),
      sql: newest(sql`bridge = 1 AND sourceChain = 'solana'`),
    },
    {
      what: 'the newest of a bridge’s own address, millions of transfers',
      paths: times(
        5,
        (index) =>
          `${TRANSACTIONS}/${index + 1}?limit=6000&address=ethereum:${contractOf(index + 1)}`,
      ),
      sql: newestOf('ethereum', contractOf(1), sql`bridge = 1`),
    },
    {
      what: 'an address of one transfer a year',
      paths: times(10, (index) => `${TRANSACTIONS}/all?address=base:${walletOf(index * 7_919)}`),
      sql: newestOf('base', walletOf(7_919)),
    },
    {
      what: '6,000 transactions of one address',
      paths: times(
        10,
        (index) =>
          `${TRANSACTIONS}/all?limit=6000&address=ethereum:${WALLET}&endTimestamp=${daysAgo(index)}`,
      ),
      sql: newestOf('ethereum', WALLET),
    },
  ]
}

const contractOf = (bridge: number): string =>
  `0x${'c'.repeat(38)}${bridge.toString(16).padStart(2, '0')}`
const walletOf = (wallet: number): string => `0x${wallet.toString(16).padStart(40, '0')}`

/** Fills a store in runs of five million rows, as a history that was imported in parts. */
async function fillTransfers(dataDir: string, transfers: number, todaySec: number): Promise<void> {
  const store = await Store.open({ facts, path: `${dataDir}/facts` })
  const clock = createClock()
  await commitRun(store, { source: 'bench', clock }, async (stage) => {
    const rows = Array.from({ length: BRIDGES }, (_, index) => ({
      id: index + 1,
      name: `bridge${index + 1}`,
      displayName: `Bridge ${index + 1}`,
    }))
    await stage.insertRows(bridgeFact, rows)
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
  for (let from = 0; from < transfers; from += ROWS_PER_RUN) {
    await commitRun(store, { source: 'bench', clock }, async (stage) => {
      const range = { from, count: Math.min(ROWS_PER_RUN, transfers - from), transfers }
      await stage.insertSelect(bridgeTransfers, transfersSql(range, todaySec))
      return { accepted: await stage.countRows(), rejected: 0, held: 0 }
    })
  }
  await settle(store)
  await store.close()
}

/** Waits until the engine has merged the parts that an import leaves behind. */
async function settle(store: Store): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    const [found] = await store.engine.query<{ merges: number }>(
      sql`SELECT count() AS merges FROM system.merges`,
    )
    quiet = found?.merges === 0 ? quiet + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** SQL of made-up transfers: even ones are deposits, the next odd one the withdrawal. */
function transfersSql(
  { from, count, transfers }: { from: number; count: number; transfers: number },
  todaySec: number,
): Sql {
  const hex = (number: Sql) => sql`concat('0x', leftPad(lower(hex(toUInt64(${number}))), 40, '0'))`
  const chains = sql`[${joinSql(CHAINS.map((chain) => sql`${literal(chain)}`))}]`
  const firstSec = todaySec - DAYS * DAY_SEC
  return sql`SELECT bridge, if(isDeposit, source, target) AS chain, concat('0x', lower(hex(sipHash128(side, 1))), lower(hex(sipHash128(side, 2)))) AS txHash,
      toInt64(0) AS logIndex, atSec, toNullable(toInt64(intDiv(atSec, 2))) AS block, if(isDeposit, wallet, contract) AS fromAddress,
      if(isDeposit, contract, wallet) AS toAddress, concat(chain, ':0x', leftPad(toString(chance % 200), 40, '0')) AS token,
      toString(1 + chance % 1000000000000) AS amount, if(chance % 50 = 0, NULL, (chance % 100000000) / 1000) AS valueUsd, isDeposit, toNullable(source) AS sourceChain, NULL AS isUndone
    FROM (
      SELECT number + ${from} AS side, intDiv(side, 2) AS pair, side % 2 = 0 AS isDeposit, cityHash64(pair) AS chance,
        toInt64(1 + floor(${BRIDGES} * pow((chance % 10007) / 10007, 2))) AS bridge, chance % 8 AS place,
        toUInt32(${firstSec} + intDiv(pair * ${DAYS * DAY_SEC - 200}, ${transfers / 2}) + if(isDeposit, 0, 120)) AS atSec,
        ${chains}[place + 1] AS source, ${chains}[(place + 1 + intDiv(chance, 8) % 7) % 8 + 1] AS target,
        concat('0x', repeat('c', 38), leftPad(lower(hex(toUInt8(bridge))), 2, '0')) AS contract,
        if(pair % 1000 = 7, ${literal(WALLET)}, ${hex(sql`intDiv(chance, 16) % 3000000`)}) AS wallet
      FROM numbers(${count})
    )`
}
