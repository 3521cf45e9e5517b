import { identifier, joinSql, type Sql, sql } from '../../lib/sql.ts'
import type { WeighedAmount } from '../../sources/model/amounts.ts'
import type { Observations } from '../../sources/model/observations.ts'
import type { PriceBook } from '../../sources/model/price-book.ts'
import type { Fact } from '../../store/fact.ts'

/** What the guards check in a fact, and which rows make one reading. Declared by domains. */
export interface Watch {
  readonly fact: Fact
  /** Key columns that name a series, such as the protocol: a reading is its rows of one time. */
  readonly series: readonly string[]
  /** The column that is added up over the reading. */
  readonly value: string
  /** Key columns that name the reading's parts, such as chain and section. */
  readonly parts: readonly string[]
  /** Levels stand until the next reading, flows belong to a day, prices and rates never add up. */
  readonly nature: 'level' | 'flow' | 'price' | 'rate'
  /** Dollars, tokens, percent or a count: limits are given per unit. */
  readonly unit: 'usd' | 'tokens' | 'percent' | 'count'
  /** A part column that is also checked value by value: a large one must not hide a small one. */
  readonly split?: string
  /** Watches of the same name are held and released together, series by series. */
  readonly heldWith?: string
  /** Figures below zero are possible, such as a day on which more was paid back than earned. */
  readonly signed?: true
  /** An unchanged figure is normal, such as a supply without minting. */
  readonly mayRepeat?: true
  /** The series column whose owners never have exactly the same figures, such as protocols. */
  readonly owner?: string
  /** The amounts behind its readings, where a domain knows them. */
  readonly listInputs?: (seen: Observations, prices: PriceBook) => ReadingInput[]
}

/** One of the amounts that a reading is the sum of. */
export interface ReadingInput extends WeighedAmount {
  /** Values of the series columns. */
  series: Readonly<Record<string, string>>
  atSec: number
  /** The value of the watch's `split`; empty where it has none. */
  line: string
}

/** How settings name a watch: by its fact and column, such as `yield_samples.apyPct`. */
export function nameOf(watch: Watch): string {
  return `${watch.fact.name}.${watch.value}`
}

/** The series that a row belongs to, as holds name it: a JSON object of its columns. */
export function seriesOf(watch: Watch, row: Readonly<Record<string, unknown>>): string {
  return seriesName(
    watch,
    watch.series.map((column) => row[column]),
  )
}

/** The same by the values of its columns. */
export function seriesName({ series }: Watch, values: readonly unknown[]): string {
  const columns = series.map((column, index) => [column, String(values[index])])
  return JSON.stringify(Object.fromEntries(columns))
}

/** The values of each series column over many series, as parameters `series0`, `series1`, …. */
export function seriesParams(watch: Watch, all: readonly string[]): Record<string, string[]> {
  const parsed = all.map((series) => JSON.parse(series) as Record<string, string>)
  return Object.fromEntries(
    watch.series.map((column, index) => [
      `series${index}`,
      [...new Set(parsed.flatMap((series) => series[column] ?? []))],
    ]),
  )
}

/** The condition of `seriesParams`. It is wider than the list where a series has two columns. */
export function seriesCondition(watch: Watch): Sql {
  return joinSql(
    watch.series.map((name, index) => sql`${identifier(name)} IN {series${index}:Array(String)}`),
    sql` AND `,
  )
}
