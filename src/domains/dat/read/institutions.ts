import { amongKeys } from '../../../cache/among-keys.ts'
import { derivedState, keyedState } from '../../../cache/state.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { notFound } from '../../../lib/errors.ts'
import { sql } from '../../../lib/sql.ts'
import { suggest } from '../../../lib/suggest.ts'
import type { RowOf } from '../../../store/fact.ts'
import { type Holding, holdingsOf } from '../derive/holdings.ts'
import type { ShareCount } from '../derive/market-history.ts'
import {
  compareEffect,
  countedTransactions,
  effectiveDay,
  type Transaction,
} from '../derive/transactions.ts'
import { datInstitutions, datShares, datTransactions } from '../facts.ts'

/** A transaction with its source. */
export interface SourcedTransaction extends Transaction {
  readonly institution: number
  readonly sourceType: string | null
  readonly sourceUrl: string | null
  readonly sourceNote: string | null
  readonly rejectReason: string | null
  readonly recordedMs: number
}

interface Described {
  readonly id: number
  readonly ticker: string
  readonly country: string | null
  readonly name: string
  readonly type: string
}

export interface Institution extends Described {
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
    const symbols = all.toReversed().map((one) => [one.ticker, one] as const)
    const withCountry = all.map((one) => [`${one.ticker}.${one.country}`, one] as const)
    // A plain ticker wins over one with a country, and the lowest id over others (dat.md).
    this.#bySymbol = new Map([...withCountry, ...symbols])
  }

  /** The institution of a symbol, or a 404 with suggestions. */
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

/** Who the institutions are, by id. */
export const describedState = keyedState<number, Described>({
  name: 'dat.described',
  reads: [datInstitutions],
  key: sql`institution`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`institution`, keys)
    const rows = await snapshot.query<Described>(
      sql`SELECT institution AS id, ticker, country, name, type
       FROM ${snapshot.current(datInstitutions, where)}`,
      { keys },
    )
    return rows.map((row) => [row.id, row])
  },
})

/** Transactions by their id: a correction may give one to another institution. */
export const transactionsState = keyedState<number, SourcedTransaction>({
  name: 'dat.transactions',
  reads: [datTransactions],
  key: sql`id`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`id`, keys)
    const rows = await snapshot.query<Omit<SourcedTransaction, 'day'>>(
      sql`SELECT institution, id, asset, amount, avgPriceUsd, usdValue, startDate, endDate, reportDate,
         type, sourceType, sourceUrl, sourceNote, approved AS isApproved, rejectReason,
         toUnixTimestamp64Milli(recordedAt) AS recordedMs
       FROM ${snapshot.current(datTransactions, where)}`,
      { keys },
    )
    return rows.map((row) => [row.id, { ...row, day: effectiveDay(row) }])
  },
})

type SharesRow = RowOf<typeof datShares>

/** Share counts of institutions, in order of time. */
export const sharesState = keyedState<number, readonly ShareCount[]>({
  name: 'dat.shares',
  reads: [datShares],
  key: sql`institution`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`institution`, keys)
    const rows = await snapshot.query<SharesRow>(
      sql`SELECT institution, atSec, realized, realistic, max
       FROM ${snapshot.current(datShares, where)} ORDER BY institution, atSec`,
      { keys },
    )
    const byInstitution = Map.groupBy(rows, ({ institution }) => institution)
    return Array.from(byInstitution, ([id, counts]) => [id, counts.map(shareCount)])
  },
})

function shareCount({ atSec, realized, realistic, max }: SharesRow): ShareCount {
  const orNaN = (count: number | null) => count ?? Number.NaN
  return {
    atSec: atSec - (atSec % DAY_SEC),
    counts: [orNaN(realized), orNaN(realistic), orNaN(max)],
  }
}

/** All institutions with what is known of them. */
export const institutionsState = derivedState({
  name: 'dat.institutions',
  from: [describedState, transactionsState, sharesState],
  make: (described, transactions, shares) => {
    const transactionsOf = Map.groupBy(transactions.values(), ({ institution }) => institution)
    const all = Array.from(described.values(), (institution): Institution => {
      const own = (transactionsOf.get(institution.id) ?? []).toSorted(compareEffect)
      const approved = countedTransactions(own, Number.POSITIVE_INFINITY)
      return {
        ...institution,
        transactions: own,
        dealtIn: [...new Set(own.map(({ asset }) => asset))].sort(),
        recordedMs: own.reduce((newest, { recordedMs }) => Math.max(newest, recordedMs), 0),
        approved,
        holdings: holdingsOf(approved),
        shares: shares.get(institution.id) ?? [],
      }
    })
    return new Institutions(all)
  },
})
