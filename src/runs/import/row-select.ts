import { UsageError } from '../../lib/errors.ts'
import type { Column } from '../../store/columns.ts'
import { type Fact, identityColumns, QUALITIES, sourceColumns } from '../../store/fact.ts'
import { BAD_ROW } from './explain-engine-error.ts'
import type { Source } from './source.ts'
import { fileFunction, LINE_COLUMN, PROBLEM_COLUMN, readSettings } from './source-sql.ts'
import { identifier, literal } from './sql-text.ts'
import { convertTime } from './time-expression.ts'
import {
  type Check,
  type Conversion,
  convert,
  given,
  type Place,
  reasonWith,
  typeProblem,
} from './value-expressions.ts'

/** The SQL that reads one file as rows of one fact. */
export interface RowSelect {
  /** Rows of the fact with their quality; throws at the first bad row. */
  readonly quick: string
  /** The same, but bad rows are passed over. */
  readonly good: string
  /** `row, reason, wholeFile, cells` of every bad row. */
  readonly bad: string
  /** `row, reason, wholeFile, cells` of good rows whose key and time are in the named table. */
  conflicting(table: string, reason: string): string
  /**
   * How to read the file for `quick` and `good`, and in order for the other two: goes at the end of
   * the statement.
   */
  readonly settings: string
  readonly settingsInOrder: string
}

export function rowSelect(source: Source, fact: Fact): RowSelect {
  const conversions = conversionsOf(source, fact)
  const checks = orderChecks(conversions.flatMap(({ conversion }) => conversion.checks))
  if (source.mended)
    checks.unshift({
      broken: `isNotNull(${PROBLEM_COLUMN})`,
      reason: `assumeNotNull(${PROBLEM_COLUMN})`,
    })
  const broken = `ifNull(${checks.map((check) => check.broken).join(' OR ')}, 0)`
  const reason = `multiIf(${checks.map((check) => `${check.broken}, ${check.reason}`).join(', ')}, '')`
  const wholeFile = checks.filter((check) => check.wholeFile).map((check) => check.broken)
  const stored = conversions
    .map(
      ({ name, conversion }) =>
        `${conversion.stored} AS ${name === 'quality' ? 'givenQuality' : name}`,
    )
    .join(', ')
  const values = conversions
    .map(({ place, conversion }) => `${conversion.value} AS ${place.value}`)
    .join(', ')
  const from = `FROM (SELECT ${rawColumns(source)} FROM ${fileFunction(source)})`
  const numbered = `FROM (SELECT ${rowNumber(source)} AS fileRow, ${rawColumns(source)} FROM ${fileFunction(source)})`
  const rows = (where: string) => {
    const typed = `SELECT ${stored} FROM (SELECT *, ${values} ${from}) WHERE ${where}`
    return `SELECT ${sourceColumns(fact).join(', ')}, ${qualityOf(fact)} AS quality FROM (${normalized(fact, typed, ['givenQuality'])})`
  }
  const listed = `${cellsOf(source)} AS cells`
  return {
    quick: rows(`throwIf(${broken}, '${BAD_ROW}') = 0`),
    good: rows(`NOT ${broken}`),
    bad:
      `SELECT fileRow + 1 AS row, ${reason} AS reason, ifNull(${wholeFile.join(' OR ') || '0'}, 0) AS wholeFile, ${listed} ` +
      `FROM (SELECT *, ${values} ${numbered}) WHERE ${broken}`,
    conflicting: (table, text) => {
      const identity = identityColumns(fact).join(', ')
      const typed = `SELECT fileRow, ${listed}, ${stored} FROM (SELECT *, ${values} ${numbered}) WHERE NOT ${broken}`
      return (
        `SELECT fileRow + 1 AS row, ${literal(text)} AS reason, 0 AS wholeFile, cells ` +
        `FROM (${normalized(fact, typed, ['fileRow', 'cells'])}) WHERE (${identity}) IN (SELECT ${identity} FROM ${table})`
      )
    },
    settings: readSettings(source),
    settingsInOrder: readSettings(source, { inOrder: true }),
  }
}

/**
 * The same rows with every column in its one spelling. The names change and change back, since SQL
 * would mix old and new.
 */
export function normalized(fact: Fact, select: string, others: readonly string[]): string {
  if (Object.keys(fact.normalize).length === 0) return select
  const columns = sourceColumns(fact).map((name) => ({ name, sql: fact.normalize[name] }))
  const spelled = columns.map(({ name, sql }) =>
    sql === undefined ? name : `${sql} AS normal_${name}`,
  )
  const renamed = columns.map(({ name, sql }) =>
    sql === undefined ? name : `normal_${name} AS ${name}`,
  )
  return `SELECT ${[...renamed, ...others].join(', ')} FROM (SELECT ${[...spelled, ...others].join(', ')} FROM (${select}))`
}

export interface NamedConversion {
  name: string
  place: Place
  conversion: Conversion
}

/** How the columns of a source become those of a fact, its quality included. */
export function conversionsOf(
  source: Pick<Source, 'name' | 'format' | 'columns'>,
  fact: Fact,
): NamedConversion[] {
  const declared: Record<string, Column<unknown>> = { ...fact.key, ...fact.values }
  return [...sourceColumns(fact), 'quality'].map((name) => {
    const index = source.columns.findIndex((column) => column.name === name)
    const column = source.columns[index]
    const place: Place = {
      name,
      raw: `raw_${index}`,
      value: `value_${name}`,
      shape: column?.shape ?? 'text',
      emptyList: source.format === 'csv',
    }
    if (column === undefined) return { name, place, conversion: absent(name, place) }
    const kind = declared[name]
    if (kind === undefined)
      return {
        name,
        place,
        conversion: name === 'quality' ? convertQuality(place) : convertTime(place),
      }
    const needed = typeProblem(kind, place.shape)
    if (needed !== undefined)
      throw new UsageError(
        `${source.name}: column ${name} is ${column.type} in the file; it must be ${needed}`,
      )
    return { name, place, conversion: convert(kind, place) }
  })
}

function absent(name: string, place: Place): Conversion {
  return { value: name === 'quality' ? "'ok'" : 'NULL', checks: [], stored: place.value }
}

function convertQuality(place: Place): Conversion {
  const known = QUALITIES.map((quality) => `'${quality}'`).join(', ')
  return {
    value: `if(${given(place)}, toString(${place.raw}), 'ok')`,
    checks: [
      {
        broken: `(${place.value} NOT IN (${known}))`,
        reason: reasonWith(place, `not one of ${QUALITIES.join(', ')}`),
      },
    ],
    stored: `assumeNotNull(${place.value})`,
  }
}

/** What is wrong with the whole file is told before what is wrong with one value. */
function orderChecks(checks: readonly Check[]): Check[] {
  return [
    ...checks.filter((check) => check.wholeFile),
    ...checks.filter((check) => !check.wholeFile),
  ]
}

function qualityOf(fact: Fact): string {
  if (fact.hold.length === 0) return 'givenQuality'
  return `if(ifNull(${fact.hold.map(({ when }) => `(${when})`).join(' OR ')}, 0), 'held', givenQuality)`
}

function rawColumns(source: Source): string {
  const names = source.columns.map((column, index) => `${identifier(column.name)} AS raw_${index}`)
  return [...names, ...(source.mended ? [PROBLEM_COLUMN, LINE_COLUMN] : [])].join(', ')
}

function rowNumber(source: Source): string {
  return source.format === 'arrow' ? 'rowNumberInAllBlocks()' : '_row_number'
}

/** The row as it was read, as a JSON object. */
function cellsOf(source: Source): string {
  const taken = ['row', 'reason', 'file']
  const members = source.columns.map(
    (column) =>
      `${identifier(taken.includes(column.name) ? `${column.name} (column)` : column.name)} ${column.type}`,
  )
  const tuple = `tuple(${source.columns.map((_, index) => `raw_${index}`).join(', ')})`
  const cells = `toJSONString(CAST(${tuple}, ${literal(`Tuple(${members.join(', ')})`)}))`
  return source.mended
    ? `if(isNull(${PROBLEM_COLUMN}), ${cells}, toJSONString(map('line', ${LINE_COLUMN})))`
    : cells
}
