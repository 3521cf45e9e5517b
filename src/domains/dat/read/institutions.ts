import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { notFound } from '../../../lib/errors.ts'
import { suggest } from '../../../lib/suggest.ts'
import { current, type Snapshot, visibleVersions } from '../../../store/store.ts'
import { type Holding, holdingsOf } from '../derive/holdings.ts'
import type { ShareCount } from '../derive/share-counts.ts'
import { compareEffect, countedTransactions, effectiveDay, type Transaction } from '../derive/transactions.ts'
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
    const symbols = all.toReversed().flatMap((institution): [string, Institution][] => [[institution.ticker, institution]])
    const withCountry = all.flatMap((institution): [string, Institution][] => [
      [`${institution.ticker}.${institution.country}`, institution],
    ])
    // A plain ticker wins over one with a country, and of several institutions with one ticker the lowest id (semantics 10.1).
    this.#bySymbol = new Map([...withCountry, ...symbols])
  }

  /** The institution of a symbol, or a 404 with what may have been meant. */
  get(symbol: string): Institution {
    const institution = this.#bySymbol.get(symbol.trim().toUpperCase())
    if (institution !== undefined) return institution
    const tickers = new Set(this.all.map(({ ticker }) => ticker))
    throw notFound('No institution has that symbol; /dat/institutions has them all.', suggest(symbol.trim(), tickers))
  }
}

/** All institutions with what is known of them; of later runs only those they touch are read again. */
export const institutionsState: StateDefinition<Institutions> = {
  name: 'dat.institutions',
  reads: [datInstitutions, datTransactions, datShares],
  build: async (snapshot) => new Institutions(await readInstitutions(snapshot)),
  update: async (known, snapshot, sinceRun) => {
    const touched = await listTouched(snapshot, sinceRun)
    const isTouched = new Set(touched)
    const fresh = touched.length === 0 ? [] : await readInstitutions(snapshot, touched)
    return new Institutions([...known.all.filter(({ id }) => !isTouched.has(id)), ...fresh].sort((a, b) => a.id - b.id))
  },
}

/** Institutions with a row after a run; a transaction that was given to another one touches both. */
async function listTouched(snapshot: Snapshot, sinceRun: number): Promise<number[]> {
  const isNew = 'run > {sinceRun:UInt32}'
  const isSame = `id IN (SELECT id ${visibleVersions(datTransactions, isNew)})`
  const parts = [visibleVersions(datInstitutions, isNew), visibleVersions(datShares, isNew), visibleVersions(datTransactions, isSame)]
  const sql = parts.map((part) => `SELECT institution ${part}`).join(' UNION ALL ')
  const rows = await snapshot.query<{ id: number }>(`SELECT DISTINCT toUInt32(institution) AS id FROM (${sql}) ORDER BY id`, { sinceRun })
  return rows.map(({ id }) => id)
}

type TransactionRow = Omit<SourcedTransaction, 'day'> & { institution: number }
type SharesRow = { institution: number; atSec: number; realized: number | null; realistic: number | null; max: number | null }

async function readInstitutions(snapshot: Snapshot, ids?: readonly number[]): Promise<Institution[]> {
  const [isAsked, params] = ids === undefined ? ['1', {}] : ['institution IN {ids:Array(UInt32)}', { ids }]
  const [described, transactions, shares] = await Promise.all([
    snapshot.query<Pick<Institution, 'id' | 'ticker' | 'country' | 'name' | 'type'>>(
      `SELECT toUInt32(institution) AS id, ticker, country, name, type FROM ${current(datInstitutions, isAsked)} ORDER BY id`,
      params,
    ),
    // The institution is a value of the fact: it is asked for in the current view only, else a row that moved would be found in both.
    snapshot.query<TransactionRow>(
      `SELECT toUInt32(institution) AS institution, toFloat64(id) AS id, asset, amount, avgPriceUsd, usdValue, startDate, endDate, reportDate, type,
         sourceType, sourceUrl, sourceNote, approved AS isApproved, rejectReason, toFloat64(toUnixTimestamp64Milli(recordedAt)) AS recordedMs
       FROM ${current(datTransactions)} WHERE ${isAsked}`,
      params,
    ),
    snapshot.query<SharesRow>(
      `SELECT toUInt32(institution) AS institution, atSec, realized, realistic, max FROM ${current(datShares, isAsked)} ORDER BY institution, atSec`,
      params,
    ),
  ])
  const transactionsOf = Map.groupBy(transactions, ({ institution }) => institution)
  const sharesOf = Map.groupBy(shares, ({ institution }) => institution)
  return described.map((institution) => {
    const all = (transactionsOf.get(institution.id) ?? []).map((row) => ({ ...row, day: effectiveDay(row) })).sort(compareEffect)
    const approved = countedTransactions(all, Number.POSITIVE_INFINITY)
    return {
      ...institution,
      transactions: all,
      approved,
      holdings: holdingsOf(approved),
      shares: (sharesOf.get(institution.id) ?? []).map(shareCount),
    }
  })
}

function shareCount({ atSec, realized, realistic, max }: SharesRow): ShareCount {
  return { atSec: atSec - (atSec % DAY_SEC), counts: [realized ?? Number.NaN, realistic ?? Number.NaN, max ?? Number.NaN] }
}
