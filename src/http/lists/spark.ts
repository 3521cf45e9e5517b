import Type from 'typebox'
import { invalidParameter } from '../../lib/errors.ts'
import { type Parameter, whole } from '../parameters.ts'
import { nullable } from '../schemas.ts'
import { valueAt } from './list-place.ts'

const MAX_DAYS = 366
const MAX_ROWS = 1_000

/** Daily values of many rows at once. */
export interface SparkValues {
  /** The day, in days since 1970, that every line ends with. */
  readonly lastDay: number
  /** The value of a series on a day; `undefined` where there is none. */
  valueOn(key: string, day: number): number | undefined
}

/** A short line of daily values for each row of a page. */
export interface Spark<Context> {
  /** What the values are, with their unit. */
  readonly describe: string
  /** The member of a row that names its series. */
  readonly key: string
  /** Reads the last days of some series, together. */
  read(keys: readonly string[], days: number, context: Context): Promise<SparkValues>
}

/** The member that rows have when `spark` asks for it. */
export function sparkMember(describe: string) {
  return Type.Optional(
    Type.Array(nullable(Type.Number()), {
      description: `${describe}, by day, the newest last; null on days without one. With \`spark\``,
    }),
  )
}

export function sparkParameter(describe: string): Parameter<number | undefined> {
  return whole(
    `Adds \`spark\` to each row: the last so many daily values of ${describe}. For up to ${MAX_ROWS} rows: see \`limit\`.`,
    { min: 1, max: MAX_DAYS, byDefault: undefined, example: 30 },
  )
}

/** Rows with their lines. A row that is no series, such as one of another kind, has none. */
export async function withSparks<Context>(
  rows: readonly unknown[],
  days: number,
  { key, read }: Spark<Context>,
  context: Context,
): Promise<readonly unknown[]> {
  if (rows.length > MAX_ROWS)
    throw invalidParameter(
      'spark',
      `is given for up to ${MAX_ROWS} rows, and these are ${rows.length}. Ask for pages with \`limit\`.`,
    )
  const keyOf = (row: unknown) => valueAt(row, [key])
  const keys = rows.map(keyOf).filter((value) => typeof value === 'string')
  if (keys.length === 0) return rows
  const { lastDay, valueOn } = await read(keys, days, context)
  return rows.map((row) => {
    const own = keyOf(row)
    if (typeof own !== 'string') return row
    const spark = Array.from({ length: days }, (_, index) => {
      const value = valueOn(own, lastDay - days + 1 + index)
      return value === undefined || Number.isNaN(value) ? null : value
    })
    return { ...(row as object), spark }
  })
}
