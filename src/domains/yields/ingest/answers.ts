import { stableId } from '../../../lib/stable-id.ts'
import {
  type Answer,
  type AnswerContext,
  type Call,
  type CarriedFact,
  readItems,
  rowsOf,
} from '../../../sources/mirror/answer.ts'
import {
  type Members,
  readBool,
  readList,
  readMembers,
  readNumber,
  readSec,
  readText,
  readTexts,
  requireNumber,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import { LEAST_TVL_USD, lendingSamples, yieldPools, yieldSamples } from '../facts.ts'
import { perpAnswers } from './perp-answers.ts'

const CHART = 'yields.getPoolChart'
const LENDING_CHART = 'yields.getLendBorrowChart'
/** What lists say of the newest sample only; it goes to the reader of the chart. */
const NEWEST_ONLY = ['volumeUsd1d', 'volumeUsd7d', 'apyBaseInception']
const NEWEST_TERMS = ['ltv', 'borrowable', 'mintedCoin', 'borrowFactor']
// Both lists of pools have these, so either tells whether a chart changed.
const MARKED = ['tvlUsd', 'apy', 'apyBase', 'apyReward', 'count', 'mu', 'apyPct7D', 'apyMean30d']

const pools = (more: Partial<CarriedFact>): CarriedFact => ({
  fact: yieldPools,
  refill: 'whole',
  note: 'Pools that are listed. Page and own key only from the list of the pro root.',
  ...more,
})

function poolList(operation: string, carried: CarriedFact): Answer {
  return {
    operation,
    calls: 'once',
    carries: [carried],
    details: (body, context) =>
      readPools(body, context).map(({ pool, item }) => ({
        operation: CHART,
        params: { pool, newest: pick(item, NEWEST_ONLY) },
        mark: stableId(pick(item, [...MARKED, ...NEWEST_ONLY])),
      })),
    rows: (body, context) => [
      rowsOf(
        yieldPools,
        readPools(body, context).map(({ pool, item, member }) => describePool(pool, item, member)),
      ),
    ],
  }
}

const listBorrowPools: Answer = {
  operation: 'yields.listBorrowPools',
  calls: 'once',
  carries: [pools({ onlyNew: true })],
  details: (body, context) =>
    readPools(body, context).map(
      ({ pool, item }): Call => ({
        operation: LENDING_CHART,
        params: { pool, newest: pick(item, NEWEST_TERMS) },
        mark: stableId(JSON.stringify(item)),
      }),
    ),
  rows: (body, context) => [
    rowsOf(
      yieldPools,
      readPools(body, context).map(({ pool, item, member }) => describePool(pool, item, member)),
    ),
  ],
}

/** `/chart/{pool}`: the last sample of each day. */
const getPoolChart: Answer = {
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
    const pool = requireText(context.call.params.pool, 'pool')
    const points = readChart(body, context)
    const newest = newestOf(context)
    const number = (point: Members, name: string) => readNumber(point[name], `data[].${name}`)
    const rows = points.map((point, index) => {
      const tvlUsd = requireNumber(point.tvlUsd, 'data[].tvlUsd')
      const more = index === points.length - 1 ? newest : {}
      return {
        pool,
        atSec: requireSec(point.timestamp, 'data[].timestamp'),
        tvlUsd,
        apyPct: number(point, 'apy'),
        apyBasePct: number(point, 'apyBase'),
        apyRewardPct: number(point, 'apyReward'),
        il7dPct: number(point, 'il7d'),
        apyBase7dPct: number(point, 'apyBase7d'),
        apyBaseInceptionPct: number(more, 'apyBaseInception'),
        volume1dUsd: number(more, 'volumeUsd1d'),
        volume7dUsd: number(more, 'volumeUsd7d'),
        pricePerShare: number(point, 'pricePerShare'),
        kind: kindOf(tvlUsd, number(point, 'apy')),
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
const getLendBorrowChart: Answer = {
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
    const pool = requireText(context.call.params.pool, 'pool')
    const points = readChart(body, context)
    const newest = newestOf(context)
    const number = (point: Members, name: string) => readNumber(point[name], `data[].${name}`)
    const rows = points.map((point, index) => {
      const terms = index === points.length - 1 ? newest : {}
      return {
        pool,
        atSec: requireSec(point.timestamp, 'data[].timestamp'),
        totalSupplyUsd: number(point, 'totalSupplyUsd'),
        totalBorrowUsd: number(point, 'totalBorrowUsd'),
        debtCeilingUsd: number(point, 'debtCeilingUsd'),
        apyBaseBorrowPct: number(point, 'apyBaseBorrow'),
        apyRewardBorrowPct: number(point, 'apyRewardBorrow'),
        ltv: number(terms, 'ltv'),
        borrowable: readBool(terms.borrowable, 'borrowable'),
        mintedCoin: readText(terms.mintedCoin, 'mintedCoin'),
        borrowFactor: number(terms, 'borrowFactor'),
      }
    })
    return [rowsOf(lendingSamples, rows)]
  },
}

function readPools(body: unknown, context: AnswerContext) {
  // Some services give the list itself, without a status beside it.
  const items = Array.isArray(body) ? body : readMembers(body, 'body').data
  return readItems(readList(items, 'data'), 'data', context, (value, member) => {
    const item = readMembers(value, member)
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

/** Oldest first; points without a time are none. */
function readChart(body: unknown, context: AnswerContext): Members[] {
  const items = Array.isArray(body) ? body : readMembers(body, 'body').data
  const points = readItems(readList(items, 'data'), 'data', context, (value, member) => {
    const point = readMembers(value, member)
    const atSec = readSec(point.timestamp, `${member}.timestamp`)
    return atSec === null ? undefined : { atSec, point }
  })
  return points.sort((a, b) => a.atSec - b.atSec).map(({ point }) => point)
}

function pick(item: Members, names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, item[name] ?? null])))
}

function newestOf({ call }: AnswerContext): Members {
  return readMembers(JSON.parse(call.params.newest ?? '{}'), 'newest')
}

export const yieldAnswers = [
  poolList('yields.listPoolsOld', pools({})),
  poolList('yields.listPools', pools({ onlyNew: true })),
  listBorrowPools,
  getPoolChart,
  getLendBorrowChart,
  ...perpAnswers,
]
