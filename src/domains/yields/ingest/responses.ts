import { sql } from '../../../lib/sql.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Members,
  readBool,
  readMembers,
  readNumber,
  readSec,
  readText,
  readTexts,
  requireNumber,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  type CarriedFact,
  listCoinsOf,
  type Mirrored,
  type ResponseContext,
  type ResponseReader,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import {
  LEAST_TVL_USD,
  lendingSamples,
  perpSamples,
  stakingRates,
  yieldPools,
  yieldSamples,
} from '../facts.ts'
import { lendingDayRecord, lsdRateRecord, perpRecord, poolDayRecord } from '../records.ts'

const CHART = 'yields.getPoolChart'
const LENDING_CHART = 'yields.getLendBorrowChart'
/** What lists say of the newest sample only; it goes to the reader of the chart. */
const NEWEST_ONLY = ['volumeUsd1d', 'volumeUsd7d', 'apyBaseInception']
const NEWEST_TERMS = ['ltv', 'borrowable', 'mintedCoin', 'borrowFactor']
// Both lists of pools have these, so either tells whether a chart changed.
const MARKED = ['tvlUsd', 'apy', 'apyBase', 'apyReward', 'count', 'mu', 'apyPct7D', 'apyMean30d']

/** A list of pools leads to the chart of each, with what only the list says of its newest sample. */
function poolList(
  operation: string,
  chart: { operation: string; newest: readonly string[]; mark(item: Members): string },
  more: Partial<CarriedFact> = { onlyNew: true },
): ResponseReader {
  return {
    operation,
    calls: 'once',
    carries: [
      {
        fact: yieldPools,
        refill: 'whole',
        note: 'Pools that are listed. Page and own key only from the list of the pro root.',
        ...more,
      },
    ],
    details: (body, context) =>
      readPools(body, context).map(({ pool, item }) => ({
        operation: chart.operation,
        params: { pool, newest: pick(item, chart.newest) },
        mark: stableId(chart.mark(item)),
      })),
    rows: (body, context) => [
      rowsOf(
        yieldPools,
        readPools(body, context).map(({ pool, item, member }) => describePool(pool, item, member)),
      ),
    ],
  }
}

const poolChart = {
  operation: CHART,
  newest: NEWEST_ONLY,
  mark: (item: Members) => pick(item, [...MARKED, ...NEWEST_ONLY]),
}
const lendingChart = { operation: LENDING_CHART, newest: NEWEST_TERMS, mark: JSON.stringify }

/** `/chart/{pool}`: the last sample of each day. */
const getPoolChart: ResponseReader = {
  operation: CHART,
  calls: 'listed',
  carries: [
    {
      fact: yieldSamples,
      refill: 'daily',
      note: 'Volumes and the yield since inception only from now on. Whole dollars, five decimals.',
    },
  ],
  version: 2,
  rows: (body, context) => {
    const rows = readChart(body, context, (point, newest) => {
      const day = poolDayRecord.row(point, 'data[]')
      return {
        ...day,
        apyBaseInceptionPct: readNumber(newest.apyBaseInception, 'data[].apyBaseInception'),
        volume1dUsd: readNumber(newest.volumeUsd1d, 'data[].volumeUsd1d'),
        volume7dUsd: readNumber(newest.volumeUsd7d, 'data[].volumeUsd7d'),
        kind: kindOf(day.tvlUsd, day.apyPct),
      }
    })
    return [rowsOf(yieldSamples, rows)]
  },
}

/** Answers do not tell it; so little is served of lending only, and less than nothing of options. */
function kindOf(tvlUsd: number, apyPct: number | null): 'lending' | 'options' | null {
  if (tvlUsd < LEAST_TVL_USD) return 'lending'
  return apyPct !== null && apyPct < 0 ? 'options' : null
}

/** `/chartLendBorrow/{pool}`: supply and debt by day; the terms of the loan as they are now. */
const getLendBorrowChart: ResponseReader = {
  operation: LENDING_CHART,
  calls: 'listed',
  carries: [
    {
      fact: lendingSamples,
      refill: 'daily',
      note: 'Terms of loans (loan to value, what can be borrowed) only from now on.',
    },
  ],
  rows: (body, context) => {
    const rows = readChart(body, context, (point, terms) => ({
      ...lendingDayRecord.row(point, 'data[]'),
      ltv: readNumber(terms.ltv, 'data[].ltv'),
      borrowable: readBool(terms.borrowable, 'borrowable'),
      mintedCoin: readText(terms.mintedCoin, 'mintedCoin'),
      borrowFactor: readNumber(terms.borrowFactor, 'data[].borrowFactor'),
    }))
    return [rowsOf(lendingSamples, rows)]
  },
}

/** Some services give the list itself, without a status beside it. */
function dataOf(body: unknown): unknown {
  return Array.isArray(body) ? body : readMembers(body, 'body').data
}

function readPools(body: unknown, context: ResponseContext) {
  return readObjects(dataOf(body), 'data', context, (item, member) => {
    return { pool: requireText(item.pool, `${member}.pool`), item, member }
  })
}

function describePool(pool: string, item: Members, member: string) {
  const text = (name: string) => readText(item[name], `${member}.${name}`)
  return {
    pool,
    project: requireText(item.project, `${member}.project`),
    chain: requireText(item.chain, `${member}.chain`),
    symbol: requireText(item.symbol, `${member}.symbol`),
    poolMeta: text('poolMeta'),
    url: text('url'),
    underlyingTokens: readTexts(item.underlyingTokens, `${member}.underlyingTokens`),
    rewardTokens: readTexts(item.rewardTokens, `${member}.rewardTokens`),
    exposure: text('exposure'),
    poolOld: text('pool_old'),
  }
}

/** A chart's points with a time, oldest first; the last is read with what its list said of it. */
function readChart<Row>(
  body: unknown,
  context: ResponseContext,
  read: (point: Members, newestOnly: Members) => Row,
) {
  const { pool, newest = '{}' } = context.call.params
  const key = { pool: requireText(pool, 'pool') }
  const points = readObjects(dataOf(body), 'data', context, (point, member) => {
    const atSec = readSec(point.timestamp, `${member}.timestamp`)
    return atSec === null ? undefined : { atSec, point }
  }).sort((a, b) => a.atSec - b.atSec)
  return points.map(({ atSec, point }, index) => {
    const isNewest = index === points.length - 1
    return {
      ...key,
      atSec,
      ...read(point, isNewest ? readMembers(JSON.parse(newest), 'newest') : {}),
    }
  })
}

function pick(item: Members, names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, item[name] ?? null])))
}

/** `/perps`: every market at its newest timestamp. */
const listPerps: ResponseReader = {
  operation: 'yields.listPerps',
  calls: 'once',
  carries: [
    {
      fact: perpSamples,
      refill: 'from now on',
      note: 'Averages of 7 and 30 days need as many days of mirroring.',
    },
  ],
  rows: (body, context) => {
    const rows = readObjects(dataOf(body), 'data', context, (item, member) => {
      // Either set of names will do.
      const named = {
        ...item,
        perp_id: item.perp_id ?? item.pool,
        marketplace: item.marketplace ?? item.project,
        market: item.market ?? item.symbol,
      }
      return {
        ...perpRecord.row(named, member),
        atSec: readSec(item.timestamp, `${member}.timestamp`) ?? context.atSec,
        chain: readText(item.chain, `${member}.chain`),
        fundingRate: requireNumber(item.fundingRate, `${member}.fundingRate`),
        fundingTimePreviousSec: readSec(item.fundingTimePrevious, `${member}.fundingTimePrevious`),
        nextFundingSec: readSec(item.nextFundingTime, `${member}.nextFundingTime`),
      }
    })
    return [rowsOf(perpSamples, rows)]
  },
}

/** `/lsdRates`: rates of liquid-staking tokens now. */
const listLsdRates: ResponseReader = {
  operation: 'yields.listLsdRates',
  calls: 'once',
  carries: [
    {
      fact: stakingRates,
      refill: 'from now on',
      note: 'Addresses are those on Ethereum, where rates are read. The pool is not served.',
    },
  ],
  rows: (body, context) => {
    const rows = readObjects(body, 'body', context, (item, member) => {
      const address = requireText(item.address, `${member}.address`)
      const coin = address.includes(':') ? address : `ethereum:${address}`
      return { coin, atSec: context.atSec, ...lsdRateRecord.row(item, member), pool: null }
    })
    return [rowsOf(stakingRates, rows)]
  },
}

/** Tokens that pools take and pay, each on its pool's chain. */
const listCoins: Mirrored['listCoins'] = (snapshot) =>
  listCoinsOf(
    snapshot,
    sql`SELECT DISTINCT arrayJoin(arrayMap(address -> if(position(address, ':') > 0, address, concat(toString(chain), ':', address)), arrayConcat(underlyingTokens, rewardTokens))) AS coin
     FROM ${snapshot.current(yieldPools)}`,
  )

export const yieldMirror: Mirrored = {
  listCoins,
  responses: [
    poolList('yields.listPoolsOld', poolChart, {}),
    poolList('yields.listPools', poolChart),
    poolList('yields.listBorrowPools', lendingChart),
    getPoolChart,
    getLendBorrowChart,
    listPerps,
    listLsdRates,
  ],
}
