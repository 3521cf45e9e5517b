import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { notFound } from '../../../lib/errors.ts'
import { suggest } from '../../../lib/suggest.ts'
import type { SqlParams } from '../../../store/engine.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type Holding, holdingsOf } from '../derive/holdings.ts'
import type { ShareCount } from '../derive/share-counts.ts'
import {
  compareEffect,
  countedTransactions,
  effectiveDay,
  type Transaction,
} from '../derive/transactions.ts'
import { datInstitutions, datShares, datTransactions } from '../facts.ts'

/** A transaction with its source. */
export interface SourcedTransaction extends Transaction {
  readonly sourceType: string | null
  readonly sourceUrl: string | null
  readonly sourceNote: string | null
  readonly rejectReason: string | null
  readonly recordedMs: number
}

export interface Institution {
  readonly id: number
  readonly ticker: string
  readonly country: string | null
  readonly name: string
  readonly type: string
  /** All of them, in the order of their effect. */
  readonly transactions: readonly SourcedTransaction[]
  /** Assets of its transactions, by name. */
  readonly dealtIn: readonly string[]
  /** When the newest of its transactions was recorded; 0 without one. */
  readonly recordedMs: number
  /** Those that are approved, and what is held after them. */
  readonly approved: readonly SourcedTransaction[]
  readonly holdings: readonly Holding[]
  /** In order of time, as they were counted. */
  readonly shares: readonly ShareCount[]
}

/** All institutions by id, found by their symbol in any case. */
export class Institutions {
  readonly all: readonly Institution[]
  readonly #bySymbol: ReadonlyMap<string, Institution>

  constructor(all: readonly Institution[]) {
    this.all = all
    const symbols = all
      .toReversed()
      .flatMap((institution): [string, Institution][] => [[institution.ticker, institution]])
    const withCountry = all.flatMap((institution): [string, Institution][] => [
      [`${institution.ticker}.${institution.country}`, institution],
    ])
    // A plain ticker wins over one with a country, and of several institutions with one ticker the
    // lowest id (semantics 10.1).
    this.#bySymbol = new Map([...withCountry, ...symbols])
  }

  /** The institution of a symbol, or a 404 with what may have been meant. */
  get(symbol: string): Institution {
    const institution = this.#bySymbol.get(symbol.trim().toUpperCase())
    if (institution !== undefined) return institution
    const tickers = new Set(this.all.map(({ ticker }) => ticker))
    throw notFound(
      'No institution has that symbol; /dat/institutions has them all.',
      suggest(symbol.trim(), tickers),
    )
  }
}

type Described = Pick<Institution, 'id' | 'ticker' | 'country' | 'name' | 'type'>

/** Who the institutions are, by id. */
export const describedState: StateDefinition<readonly Described[]> = {
  name: 'dat.described',
  reads: [datInstitutions],
  build: (snapshot) =>
    snapshot.query<Described>(
      `SELECT toUInt32(institution) AS id, ticker, country, name, type FROM ${snapshot.current(datInstitutions)} ORDER BY id`,
    ),
}

/**
 * All institutions with what is known of them; of later runs only those they touch are read again.
 */
export const institutionsState: StateDefinition<Institutions> = {
  name: 'dat.institutions',
  reads: [datInstitutions, datTransactions, datShares],
  build: async (snapshot, states) =>
    new Institutions(await readInstitutions(snapshot, await states.get(describedState, snapshot))),
  update: async (known, snapshot, sinceRun, states) => {
    const described = await states.get(describedState, snapshot)
    const touched = await findTouched(snapshot, sinceRun)
    if (touched === undefined) return new Institutions(await readInstitutions(snapshot, described))
    const fresh = await readInstitutions(
      snapshot,
      described.filter(({ id }) => touched.has(id)),
      true,
    )
    return new Institutions(
      [...known.all.filter(({ id }) => !touched.has(id)), ...fresh].sort((a, b) => a.id - b.id),
    )
  },
}

// With more rows than this, reading everything again costs less than telling which to read.
const MOST_ROWS = 2_000

/**
 * Institutions with a row after a run, a transaction that was given to another one touching both;
 * undefined when there are many.
 */
async function findTouched(snapshot: Snapshot, sinceRun: number): Promise<Set<number> | undefined> {
  const isNew = 'run > {sinceRun:UInt32}'
  const ids = await listTransactionIds(snapshot, isNew, { sinceRun })
  if (ids.length === MOST_ROWS) return undefined
  const sql = [
    `SELECT institution ${snapshot.versions(datInstitutions, isNew)}`,
    `SELECT institution ${snapshot.versions(datShares, isNew)}`,
    `SELECT institution ${snapshot.versions(datTransactions, 'id IN {ids:Array(Int64)}')}`,
  ].join(' UNION ALL ')
  const rows = await snapshot.query<{ id: number }>(
    `SELECT DISTINCT toUInt32(institution) AS id FROM (${sql})`,
    {
      sinceRun,
      ids,
    },
  )
  return new Set(rows.map(({ id }) => id))
}

type TransactionRow = Omit<SourcedTransaction, 'day'> & { institution: number }
type SharesRow = {
  institution: number
  atSec: number
  realized: number | null
  realistic: number | null
  max: number | null
}

/** Institutions with their transactions and share counts; `some` when these are few of all. */
async function readInstitutions(
  snapshot: Snapshot,
  described: readonly Described[],
  some = false,
): Promise<Institution[]> {
  const [isAsked, params] = some
    ? [
        'institution IN {institutions:Array(UInt32)}',
        { institutions: described.map(({ id }) => id) },
      ]
    : ['1', {}]
  const [transactions, shares] = await Promise.all([
    readTransactions(snapshot, isAsked, params),
    snapshot.query<SharesRow>(
      `SELECT toUInt32(institution) AS institution, atSec, realized, realistic, max FROM ${snapshot.current(datShares, isAsked)} ORDER BY institution, atSec`,
      params,
    ),
  ])
  const transactionsOf = Map.groupBy(transactions, ({ institution }) => institution)
  const sharesOf = Map.groupBy(shares, ({ institution }) => institution)
  return described.map((institution) => {
    const all = (transactionsOf.get(institution.id) ?? [])
      .map((row) => ({ ...row, day: effectiveDay(row) }))
      .sort(compareEffect)
    const approved = countedTransactions(all, Number.POSITIVE_INFINITY)
    const counts = (sharesOf.get(institution.id) ?? []).map(shareCount)
    return {
      ...institution,
      transactions: all,
      dealtIn: [...new Set(all.map(({ asset }) => asset))].sort(),
      recordedMs: all.reduce((newest, { recordedMs }) => Math.max(newest, recordedMs), 0),
      approved,
      holdings: holdingsOf(approved),
      shares: counts,
    }
  })
}

async function readTransactions(
  snapshot: Snapshot,
  isAsked: string,
  params: SqlParams,
): Promise<TransactionRow[]> {
  const ids = isAsked === '1' ? [] : await listTransactionIds(snapshot, isAsked, params)
  const isNarrow = ids.length > 0 && ids.length < MOST_ROWS
  // The institution is a value of the fact: it is asked for in the current view only, else a row
  // that moved would be found with both.
  return snapshot.query<TransactionRow>(
    `SELECT toUInt32(institution) AS institution, toFloat64(id) AS id, asset, amount, avgPriceUsd, usdValue, startDate, endDate, reportDate, type,
       sourceType, sourceUrl, sourceNote, approved AS isApproved, rejectReason, toFloat64(toUnixTimestamp64Milli(recordedAt)) AS recordedMs
     FROM ${snapshot.current(datTransactions, isNarrow ? 'id IN {ids:Array(Int64)}' : '1')} WHERE ${isAsked} ORDER BY id`,
    isNarrow ? { ...params, ids } : params,
  )
}

/** Ids of the rows that fit, at most so many that naming them pays. */
async function listTransactionIds(
  snapshot: Snapshot,
  where: string,
  params: SqlParams,
): Promise<number[]> {
  const sql = `SELECT DISTINCT toFloat64(id) AS id ${snapshot.versions(datTransactions, where)} LIMIT ${MOST_ROWS}`
  return (await snapshot.query<{ id: number }>(sql, params)).map(({ id }) => id)
}

function shareCount({ atSec, realized, realistic, max }: SharesRow): ShareCount {
  return {
    atSec: atSec - (atSec % DAY_SEC),
    counts: [realized ?? Number.NaN, realistic ?? Number.NaN, max ?? Number.NaN],
  }
}
