import categoryData from '../data/categories.json' with { type: 'json' }
import { forkLinks, oracleLinks } from '../src/domains/attribution/facts.ts'
import { protocols } from '../src/domains/registry/facts.ts'
import { protocolRow } from '../src/domains/registry/protocol-row.ts'
import { tvlRecords } from '../src/domains/tvl/facts.ts'
import { DAY_SEC, HOUR_SEC, toSec } from '../src/lib/clock.ts'
import { joinSql, literal, type Sql, sql } from '../src/lib/sql.ts'
import type { Stage } from '../src/runs/stage.ts'
import { tableOf } from '../src/store/tables.ts'
import { addAfterCommit, addCold, addFirst, addGrowth, addMemory } from './support/engine-limits.ts'
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

const SIZE = { chains: 450, oracles: 150, days: 1_825, hourlyDays: 15 }
const PROTOCOLS_PER_ORIGINAL = 35
const [FEW, MANY] = [countAt(SHARE / 10, 7_000), countAt(SHARE, 7_000)]
const FIRST = '/api/v2/chart/oracle'
const OF_ONE_ORACLE = '/api/v2/chart/oracle/protocol/oracle-1'
// A request is given up after a minute, while its work goes on.
const MAX_FIRST_REQUESTS = 10

type Size = typeof SIZE & { readonly protocols: number; readonly originals: number }

/** Charts by category, oracle and fork over all records of all protocols. */
export async function attribution(report: Report): Promise<void> {
  const untilSec = toSec(Date.now())
  const fill = (count: number) => (dataDir: string) => fillRecords(dataDir, count, untilSec)
  const smallMs = await timeLoaded(fill(FEW), [FIRST], timeOneOracle)
  await withService(fill(MANY), async (service, { rows, engine }) => {
    report.section(
      `Attribution of ${MANY} protocols on ${SIZE.chains} chains over ${SIZE.days} days, ${(rows / 1e6).toFixed(1)} M rows`,
    )
    addFirst(report, FIRST, await timePatiently(service, FIRST))
    for (const [path, statement] of Object.entries(STATEMENT_OF)) {
      const ms = await medianMs(service, coldPaths(path))
      addCold(report, path, ms, engine[statement])
    }
    addGrowth(report, OF_ONE_ORACLE, await timeOneOracle(service), smallMs)
    await importDay(service.dataDir, untilSec)
    const afterMs = await timePatiently(service, FIRST)
    addAfterCommit(report, `${FIRST} after a new day of all protocols`, afterMs, engine.oracleDays)
    addMemory(report, service)
  })
}

function timeOneOracle(service: FilledService): Promise<number> {
  return medianMs(service, coldPaths(OF_ONE_ORACLE, 15))
}

/** The time until a request succeeds; a slow machine may need several. */
async function timePatiently({ get }: FilledService, path: string): Promise<number> {
  const startedMs = performance.now()
  for (let attempt = 1; ; attempt++) {
    const failure = await get(path).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure === undefined) return performance.now() - startedMs
    if (attempt === MAX_FIRST_REQUESTS) throw failure
  }
}

/** The first record of the next day of every protocol. */
function importDay(dataDir: string, untilSec: number): Promise<void> {
  const nextDaySec = Math.ceil(untilSec / DAY_SEC) * DAY_SEC
  const lines = Array.from(
    { length: MANY },
    (_, index) => `${index + 1},chain1,tvl,${nextDaySec},${1_000 + index}`,
  )
  return importCsv(dataDir, tvlRecords, ['protocol,chain,section,atSec,tvlUsd', ...lines])
}

/** Which statement has the rows of a response. */
const STATEMENT_OF = {
  '/api/categories': 'categories',
  '/api/forks': 'forks',
  '/api/oracles': 'oracles',
  '/api/v2/metrics/oracle': 'newestOracles',
  '/api/v2/metrics/fork': 'newestForks',
  '/api/v2/chart/oracle': 'oracleDays',
  '/api/v2/chart/oracle/chain-breakdown': 'oracleChains',
  '/api/v2/chart/oracle/protocol-breakdown': 'oracleProtocols',
  [OF_ONE_ORACLE]: 'oneOracle',
  [`${OF_ONE_ORACLE}/chain-breakdown`]: 'oneOracleChains',
  '/api/v2/chart/oracle/chain/chain1': 'oracleChain',
  '/api/v2/chart/oracle/chain/chain1/protocol-breakdown': 'oracleChainProtocols',
  '/api/v2/chart/fork/protocol-breakdown': 'forkProtocols',
  '/api/v2/chart/fork/protocol/protocol-1': 'oneFork',
} as const satisfies Record<string, keyof ReturnType<typeof statementsOf>>

/** SQL of the rows behind each response: records of midnights, summed up by what a chart shows. */
function statementsOf(untilSec: number) {
  const sums = (from: Sql, by: Sql, where = sql`1`) =>
    sql`SELECT ${by}, sum(tvlUsd) AS usd FROM (${from}) WHERE ${where} GROUP BY ${by}`
  const days = (from: Sql, by?: Sql, where?: Sql) =>
    sql`${sums(from, by === undefined ? sql`day` : sql`day, ${by}`, where)} ORDER BY day`
  const isMidnight = sql`atSec % ${DAY_SEC} = 0`
  const isNewest = sql`atSec > ${untilSec - DAY_SEC}`
  const records = (when: Sql) =>
    sql`(SELECT protocol, chain, section, atSec, intDiv(atSec, ${DAY_SEC}) AS day, tvlUsd FROM ${tableOf(tvlRecords)} WHERE ${when}) AS record`
  const ofCategories = sql`SELECT * FROM ${records(isMidnight)} INNER JOIN (SELECT id AS protocol, category FROM ${tableOf(protocols)}) AS known USING (protocol)`
  const ofForks = (when: Sql) =>
    sql`SELECT * FROM ${records(when)} INNER JOIN (SELECT protocol, original FROM ${tableOf(forkLinks)}) AS link USING (protocol)`
  const links = sql`SELECT protocol, oracle, chain AS linkChain, atSec AS fromSec, untilSec,
    if(type = 'Aggregator', 1 / count() OVER (PARTITION BY protocol, type, chain, atSec), 1) AS share FROM ${tableOf(oracleLinks)}`
  const ofOracles = (when: Sql) =>
    sql`SELECT protocol, chain, section, day, oracle, tvlUsd * share AS tvlUsd FROM ${records(when)} INNER JOIN (${links}) AS link USING (protocol)
     WHERE linkChain IN ('all', chain) AND atSec >= fromSec AND atSec < ifNull(untilSec, ${2 ** 32})`
  const [forks, oracles] = [ofForks(isMidnight), ofOracles(isMidnight)]
  const [isPlain, isFirst] = [sql`section = 'tvl'`, sql`section = 'tvl' AND oracle = 'Oracle 1'`]
  return {
    categories: days(ofCategories, sql`category, section`),
    forks: days(forks, sql`original, section`),
    oracles: days(oracles, sql`oracle, section`),
    newestOracles: sums(ofOracles(isNewest), sql`oracle, protocol, chain`, isPlain),
    newestForks: sums(ofForks(isNewest), sql`original`, isPlain),
    oracleDays: days(oracles, undefined, isPlain),
    oracleChains: days(oracles, sql`chain`, isPlain),
    oracleProtocols: days(oracles, sql`oracle`, isPlain),
    oneOracle: days(oracles, undefined, isFirst),
    oneOracleChains: days(oracles, sql`chain`, isFirst),
    oracleChain: days(oracles, undefined, sql`${isPlain} AND chain = 'chain1'`),
    oracleChainProtocols: days(oracles, sql`oracle`, sql`${isPlain} AND chain = 'chain1'`),
    forkProtocols: days(forks, sql`original`, isPlain),
    oneFork: days(forks, undefined, sql`${isPlain} AND original = '1'`),
  }
}

function fillRecords(dataDir: string, protocolCount: number, untilSec: number) {
  return fillStore(dataDir, {
    insert: (stage) => insertRecords(stage, sizeOf(protocolCount), untilSec),
    merged: [tvlRecords],
    statements: statementsOf(untilSec),
  })
}

function sizeOf(protocolCount: number): Size {
  const originals = Math.ceil(protocolCount / PROTOCOLS_PER_ORIGINAL)
  return { ...SIZE, protocols: protocolCount, originals }
}

async function insertRecords(stage: Stage, size: Size, untilSec: number): Promise<void> {
  await stage.insertRows(
    protocols,
    Array.from({ length: size.protocols }, (_, index) => protocol(index + 1, size.protocols)),
  )
  await stage.insertSelect(tvlRecords, recordsSql(size, untilSec))
  await stage.insertSelect(oracleLinks, oracleLinksSql(size, untilSec))
  await stage.insertSelect(
    forkLinks,
    sql`SELECT toString(number + 1) AS protocol, toString(1 + toUInt32(${size.originals} * pow(${chance(sql`number`, sql`'fork'`)}, 2))) AS original,
     false AS withdrawn, [] AS proofs FROM numbers(${size.protocols}) WHERE number >= ${size.originals} AND number % 4 = 0`,
  )
}

/** A few categories hold most protocols, as they do everywhere. */
function protocol(number: number, count: number) {
  const { categories } = categoryData
  const position = Math.floor(categories.length * (((number * 7_919) % count) / count) ** 2)
  return protocolRow({
    id: String(number),
    name: `Protocol ${number}`,
    category: categories[position] ?? 'Dexs',
  })
}

/** A number from 0 to 1 that is always the same for the same words. */
function chance(...words: Sql[]): Sql {
  return sql`(cityHash64(${joinSql(words)}) % 1000000) / 1000000`
}

/** Two and a half chains a protocol; a third has staking, an eighth borrowing. */
function recordsSql(size: Size, untilSec: number): Sql {
  const places = sql`SELECT protocol, concat('chain', toString(position)) AS chain, section FROM (
      SELECT toString(number + 1) AS protocol,
        arrayDistinct(arrayMap(k -> 1 + toUInt32(${size.chains} * pow(${chance(sql`number`, sql`k`)}, 3)), range(1 + toUInt32(9 * pow(${chance(sql`number`, sql`'n'`)}, 4))))) AS positions,
        arrayConcat(['tvl'], if(number % 3 = 0, ['staking'], []), if(number % 8 = 0, ['borrowed'], [])) AS sections
      FROM numbers(${size.protocols})
    ) ARRAY JOIN positions AS position ARRAY JOIN sections AS section WHERE section != 'staking' OR position = positions[1]`
  const moments = sql`SELECT toUInt32(${untilSec - (untilSec % DAY_SEC)} - number * ${DAY_SEC}) AS atSec FROM numbers(${size.days})
    UNION ALL SELECT toUInt32(${untilSec - (untilSec % HOUR_SEC)} - number * ${HOUR_SEC}) AS atSec FROM numbers(${size.hourlyDays * 24}) WHERE atSec % ${DAY_SEC} != 0`
  const usd = sql`exp(8 + 11 * ${chance(sql`protocol`, sql`chain`, sql`section`)} + 0.3 * sin(atSec / 9e6 + cityHash64(protocol) % 6) + 0.05 * ${chance(sql`protocol`, sql`atSec`)})`
  return sql`SELECT protocol, chain, section, atSec, ${usd} AS tvlUsd FROM (${places}) AS place CROSS JOIN (${moments}) AS moment`
}

/** Two thirds have an oracle: some an aggregator of two, or on one chain only, or changed it. */
function oracleLinksSql(size: Size, untilSec: number): Sql {
  const oracle = (word: string) =>
    sql`concat('Oracle ', toString(1 + toUInt32(${size.oracles} * pow(${chance(sql`number`, literal(word))}, 3))))`
  const changeSec = untilSec - Math.floor(size.days / 2) * DAY_SEC
  const link = (name: Sql, type: string, chain: Sql, fromSec: number, toSec: Sql) =>
    sql`(${name}, ${literal(type)}, ${chain}, toUInt32(${fromSec}), ${toSec})`
  const never = sql`NULL::Nullable(Int64)`
  const links = sql`multiIf(
      number % 10 = 0, [${link(oracle('a'), 'Aggregator', sql`'all'`, 0, never)}, ${link(oracle('b'), 'Aggregator', sql`'all'`, 0, never)}],
      number % 10 = 1, [${link(oracle('a'), 'Primary', sql`concat('chain', toString(1 + toUInt32(${size.chains} * pow(${chance(sql`number`, sql`0`)}, 3))))`, 0, never)}],
      number % 10 = 2, [${link(oracle('a'), 'Primary', sql`'all'`, 0, sql`toNullable(toInt64(${changeSec}))`)}, ${link(oracle('b'), 'Primary', sql`'all'`, changeSec, never)}],
      [${link(oracle('a'), 'Primary', sql`'all'`, 0, never)}])`
  return sql`SELECT toString(number + 1) AS protocol, link.1 AS oracle, link.2 AS type, link.3 AS chain, link.4 AS atSec, link.5 AS untilSec, [] AS proofs
    FROM (SELECT number, ${links} AS links FROM numbers(${size.protocols}) WHERE number % 3 != 0) ARRAY JOIN links AS link`
}
