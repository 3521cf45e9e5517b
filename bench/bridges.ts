import { join } from 'node:path'
import { facts } from '../src/app.ts'
import { bridges as bridgeFact, bridgeTransfers } from '../src/domains/bridges/facts.ts'
import { createClock, DAY_SEC, dayStart } from '../src/lib/clock.ts'
import { commitRun } from '../src/runs/run.ts'
import { Store } from '../src/store/store.ts'
import { BENCH_KEY, residentMb, startAlmanac, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const TRANSFERS = Number(process.env.BENCH_TRANSFERS ?? 100_000_000)
const ROWS_PER_RUN = 5_000_000
const DAYS = 1_095
const BRIDGES = 30
const CHAINS = ['ethereum', 'arbitrum', 'optimism', 'base', 'polygon', 'bsc', 'avax', 'linea']
const ANSWER_MS = 200
const ADDRESS_MS = 150
/**
 * An address with a thousandth of all transfers, spread over bridges, chains and days: some 12,000
 * on each chain.
 */
const WALLET = `0x${'d'.repeat(40)}`

/**
 * Answers about bridges out of 100 million transfers, each asked for the first time since the data
 * last changed.
 */
export async function bridges(report: Report): Promise<void> {
  report.section(
    `Bridges: ${Math.round(TRANSFERS / 1e6)} M transfers of ${BRIDGES} bridges over ${DAYS} days`,
  )
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const todaySec = dayStart(Math.floor(Date.now() / 1000))
    const startedMs = performance.now()
    await fillTransfers(dataDir, todaySec)
    report.add('filled in', `${Math.round((performance.now() - startedMs) / 1000)} s`)
    const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    const ask = async (path: string) => {
      const askedMs = performance.now()
      const answer = await fetch(`${almanac.url}${path}`, {
        headers: { 'x-api-key': BENCH_KEY, 'accept-encoding': 'identity' },
      })
      const body: unknown = await answer.json()
      if (answer.status !== 200)
        throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
      return { ms: performance.now() - askedMs, body }
    }
    report.add(
      'first answer after a start, which builds the picture of all days',
      `${Math.round((await ask('/bridges')).ms)} ms`,
    )
    for (const [what, paths] of Object.entries(questions(todaySec))) {
      const times: number[] = []
      for (const path of paths) times.push((await ask(path)).ms)
      reportTimes(report, what, times, ANSWER_MS)
    }
    const byAddress: number[] = []
    for (let day = 0; day < 10; day++) {
      const { ms, body } = await ask(
        `/bridges/transactions/all?limit=6000&address=ethereum:${WALLET}&endTimestamp=${todaySec - day * DAY_SEC}`,
      )
      const rows = (body as unknown[]).length
      if (rows !== 6_000 && TRANSFERS >= 100_000_000)
        throw new Error(`expected 6,000 transactions, got ${rows}`)
      byAddress.push(ms)
    }
    reportTimes(report, '6,000 transactions of one address', byAddress, ADDRESS_MS)
    report.add('resident memory', `${residentMb(almanac.pid)} MB`)
    await almanac.stop()
  })
}

/** The slowest counts; the one in the middle tells how much of that is the engine's first time. */
function reportTimes(
  report: Report,
  what: string,
  times: readonly number[],
  limitMs: number,
): void {
  const sorted = times.toSorted((a, b) => a - b)
  const slowest = sorted.at(-1) ?? 0
  const middle = sorted[sorted.length >> 1] ?? 0
  const measured = `${slowest.toFixed(0)} ms, the middle one ${middle.toFixed(0)} ms`
  report.add(`${what}: slowest of ${times.length}`, measured, `≤ ${limitMs} ms`, slowest <= limitMs)
}

/** Questions of every kind, none of them asked before. */
function questions(todaySec: number): Record<string, string[]> {
  const times = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index))
  const daysAgo = (days: number) => todaySec - days * DAY_SEC
  return {
    'all bridges with chains': [
      '/bridges?includeChains=true',
      '/bridges/bridges',
      '/bridges/bridges?includeChains=true',
    ],
    'one bridge': times(20, (index) => `/bridge/${index + 1}`),
    'volumes of a chain': ['all', ...CHAINS].flatMap((chain) => [
      `/bridgevolume/${chain}`,
      `/bridgevolume/${chain}?id=1`,
    ]),
    'a day of a chain': times(
      20,
      (index) => `/bridgedaystats/${daysAgo(1 + index * 53)}/${CHAINS[index % 8]}`,
    ),
    'a day of all chains': times(10, (index) => `/bridgedaystats/${daysAgo(1 + index * 97)}/all`),
    'the newest 6,000 transactions of a bridge': times(
      10,
      (index) => `/transactions/${index + 1}?limit=6000`,
    ),
    'the newest 6,000 of a bridge before some day': times(
      10,
      (index) => `/transactions/1?limit=6000&endTimestamp=${daysAgo(100 * index + 5)}`,
    ),
    'the newest 6,000 of a bridge of all time': times(
      10,
      (index) => `/transactions/${index + 1}?limit=6000&startTimestamp=0`,
    ),
    'the newest 6,000 of all bridges': times(
      5,
      (index) => `/transactions/all?limit=6000&endTimestamp=${daysAgo(index * 200)}`,
    ),
    '6,000 from a source chain': times(
      8,
      (index) =>
        `/transactions/${index + 1}?limit=6000&sourceChain=${CHAINS[index]}&startTimestamp=0`,
    ),
    'a source chain nobody comes from': times(
      3,
      (index) => `/transactions/${index + 1}?sourceChain=solana&startTimestamp=0`,
    ),
    'the newest of a bridge’s own address, millions of transfers': times(
      5,
      (index) => `/transactions/${index + 1}?limit=6000&address=ethereum:${contractOf(index + 1)}`,
    ),
    'an address of one transfer a year': times(
      10,
      (index) => `/transactions/all?address=base:${walletOf(index * 7_919)}`,
    ),
  }
}

const contractOf = (bridge: number): string =>
  `0x${'c'.repeat(38)}${bridge.toString(16).padStart(2, '0')}`
const walletOf = (wallet: number): string => `0x${wallet.toString(16).padStart(40, '0')}`

/**
 * Fills a fresh data directory inside the engine, in runs of five million rows, as a history that
 * was imported year by year.
 */
export async function fillTransfers(dataDir: string, todaySec: number): Promise<void> {
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
  for (let from = 0; from < TRANSFERS; from += ROWS_PER_RUN) {
    await commitRun(store, { source: 'bench', clock }, async (stage) => {
      await stage.insertSelect(
        bridgeTransfers,
        transfersSql(from, Math.min(ROWS_PER_RUN, TRANSFERS - from), todaySec),
      )
      return { accepted: await stage.countRows(), rejected: 0, held: 0 }
    })
  }
  await settle(store)
  await store.close()
}

/**
 * Waits until the engine has merged the parts that an import leaves behind, as it does by itself
 * within minutes.
 */
async function settle(store: Store): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    const [found] = await store.engine.query<{ merges: number }>(
      'SELECT count() AS merges FROM system.merges',
    )
    quiet = found?.merges === 0 ? quiet + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/**
 * SQL of made-up transfers by their numbers: even ones are deposits, the next odd one the
 * withdrawal two minutes later.
 */
function transfersSql(from: number, count: number, todaySec: number): string {
  const hex = (number: string) => `concat('0x', leftPad(lower(hex(toUInt64(${number}))), 40, '0'))`
  const chains = `[${CHAINS.map((chain) => `'${chain}'`).join(', ')}]`
  const firstSec = todaySec - DAYS * DAY_SEC
  return `SELECT bridge, if(isDeposit, source, target) AS chain, concat('0x', lower(hex(sipHash128(side, 1))), lower(hex(sipHash128(side, 2)))) AS txHash,
      toInt64(0) AS logIndex, atSec, toNullable(toInt64(intDiv(atSec, 2))) AS block, if(isDeposit, wallet, contract) AS fromAddress,
      if(isDeposit, contract, wallet) AS toAddress, concat(chain, ':0x', leftPad(toString(chance % 200), 40, '0')) AS token,
      toString(1 + chance % 1000000000000) AS amount, if(chance % 50 = 0, NULL, (chance % 100000000) / 1000) AS valueUsd, isDeposit, toNullable(source) AS sourceChain, NULL AS isUndone
    FROM (
      SELECT number + ${from} AS side, intDiv(side, 2) AS pair, side % 2 = 0 AS isDeposit, cityHash64(pair) AS chance,
        toInt64(1 + floor(${BRIDGES} * pow((chance % 10007) / 10007, 2))) AS bridge, chance % 8 AS place,
        toUInt32(${firstSec} + intDiv(pair * ${DAYS * DAY_SEC - 200}, ${TRANSFERS / 2}) + if(isDeposit, 0, 120)) AS atSec,
        ${chains}[place + 1] AS source, ${chains}[(place + 1 + intDiv(chance, 8) % 7) % 8 + 1] AS target,
        concat('0x', repeat('c', 38), leftPad(lower(hex(toUInt8(bridge))), 2, '0')) AS contract,
        if(pair % 1000 = 7, '${WALLET}', ${hex('intDiv(chance, 16) % 3000000')}) AS wallet
      FROM numbers(${count})
    )`
}
