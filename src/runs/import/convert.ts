import {
  identifier,
  identifiers,
  joinSql,
  literal,
  quotedIdentifier,
  type Sql,
  sql,
} from '../../lib/sql.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import { rawPrefix } from './columns/column-names.ts'
import { NO_RULES, nameInFile } from './columns/column-rules.ts'
import { type FileColumn, typedColumn } from './columns/column-shape.ts'
import { conversionsOf, normalized } from './columns/conversions.ts'
import type { Check } from './columns/value-expressions.ts'
import { BAD_ROW } from './engine-errors.ts'
import { fileFunction, readSettings } from './file-sql.ts'
import { LINE_COLUMN, PROBLEM_COLUMN } from './files/fix-text.ts'
import type { InspectedFile } from './inspect.ts'

/** Step 3: the SQL that reads one file as rows of one fact. */
export interface RowSelect {
  /** Rows of the fact with their quality; throws at the first bad row. */
  readonly quick: Sql
  /** The same without the bad rows. */
  readonly good: Sql
  /** `row, reason, wholeFile, cells` of every bad row. */
  readonly bad: Sql
  /** `fileRow, cells`, quality and the columns of good rows that meet a condition over them. */
  matching(where: Sql): Sql
  /** What such a statement reads. */
  readonly files: readonly string[]
  /** Ends a statement with `quick` or `good`. */
  readonly settings: Sql
  /** Ends a statement with `bad` or `matching`, which number rows. */
  readonly settingsInOrder: Sql
}

export function convertRows(file: InspectedFile, fact: Fact): RowSelect {
  const conversions = conversionsOf(file, fact)
  const checks = orderChecks(conversions.flatMap(({ conversion }) => conversion.checks))
  if (file.isFixed)
    checks.unshift({
      broken: sql`isNotNull(${identifier(PROBLEM_COLUMN)})`,
      reason: sql`assumeNotNull(${identifier(PROBLEM_COLUMN)})`,
    })
  const broken = sql`ifNull(${joinSql(
    checks.map((check) => check.broken),
    sql` OR `,
  )}, 0)`
  const reason = sql`multiIf(${joinSql(checks.map((check) => sql`${check.broken}, ${check.reason}`))}, '')`
  const wholeFile = checks.filter((check) => check.wholeFile).map((check) => check.broken)
  const stored = joinSql(
    conversions.map(
      ({ name, conversion }) =>
        sql`${conversion.stored} AS ${name === 'quality' ? sql`givenQuality` : identifier(name)}`,
    ),
  )
  const values = joinSql(
    conversions.map(({ place, conversion }) => sql`${conversion.value} AS ${place.value}`),
  )
  const prefix = rawPrefix(file.columns.map((column) => column.name))
  const raw = rawColumns(file, prefix)
  const rowColumn = identifier(`${prefix}row`)
  const from = sql`FROM (SELECT ${raw} FROM ${fileFunction(file)})`
  const numbered = sql`FROM (SELECT ${rowNumber(file)} AS ${rowColumn}, ${raw} FROM ${fileFunction(file)})`
  const withValues = sql`FROM (SELECT *, ${rowColumn} AS fileRow, ${values} ${numbered})`
  const rows = (where: Sql) => {
    const typed = sql`SELECT ${stored} FROM (SELECT *, ${values} ${from}) WHERE ${where}`
    return sql`SELECT ${identifiers(sourceColumns(fact))}, ${qualityOf(fact)} AS quality FROM (${normalized(fact, typed, [sql`givenQuality`])})`
  }
  const listed = sql`${cellsOf(file, prefix)} AS cells`
  return {
    quick: rows(sql`throwIf(${broken}, ${literal(BAD_ROW)}) = 0`),
    good: rows(sql`NOT ${broken}`),
    bad: sql`SELECT fileRow + 1 AS row, ${reason} AS reason, ifNull(${wholeFile.length === 0 ? sql`0` : joinSql(wholeFile, sql` OR `)}, 0) AS wholeFile, ${listed} ${withValues} WHERE ${broken}`,
    matching: (where) => {
      const typed = sql`SELECT fileRow, ${listed}, ${stored} ${withValues} WHERE NOT ${broken}`
      const spelled = normalized(fact, typed, [sql`fileRow`, sql`cells`, sql`givenQuality`])
      return sql`SELECT *, ${qualityOf(fact)} AS quality FROM (${spelled}) WHERE ${where}`
    },
    files: [file.path],
    settings: readSettings(file),
    settingsInOrder: readSettings(file, { inOrder: true }),
  }
}

/** The same file, number columns read as such: faster, and the engine stops where they are not. */
export function readNumbersDirectly(file: InspectedFile, fact: Fact): InspectedFile {
  const { rules = NO_RULES, present = [] } = file
  const columns = file.columns.map((column): FileColumn => {
    const readAs = sourceColumns(fact).filter(
      (name) => nameInFile(rules, present, name) === column.name,
    )
    const areNumbers = readAs.length > 0 && readAs.every((name) => isNumber(fact, name))
    return areNumbers && file.numbers.includes(column.name)
      ? typedColumn(column.name, sql`Nullable(Float64)`)
      : column
  })
  return { ...file, columns }
}

function isNumber(fact: Fact, name: string): boolean {
  const kind = (fact.key[name] ?? fact.values[name])?.kind
  return name === fact.time || kind === 'float' || kind === 'int'
}

/** Problems of the whole file come before those of one value. */
function orderChecks(checks: readonly Check[]): Check[] {
  return [
    ...checks.filter((check) => check.wholeFile),
    ...checks.filter((check) => !check.wholeFile),
  ]
}

function qualityOf(fact: Fact): Sql {
  if (fact.hold.length === 0) return sql`givenQuality`
  return sql`if(ifNull(${joinSql(
    fact.hold.map(({ when }) => sql`(${when})`),
    sql` OR `,
  )}, 0), 'held', givenQuality)`
}

function rawColumns(file: InspectedFile, prefix: string): Sql {
  const names = file.columns.map(
    (column, index) => sql`${quotedIdentifier(column.name)} AS ${identifier(`${prefix}${index}`)}`,
  )
  return joinSql([
    ...names,
    ...(file.isFixed ? [identifier(PROBLEM_COLUMN), identifier(LINE_COLUMN)] : []),
  ])
}

function rowNumber(file: InspectedFile): Sql {
  // A column of the file hides the engine's own of the same name.
  const isHidden = file.columns.some(({ name }) => name === '_row_number')
  return file.format === 'arrow' || isHidden ? sql`rowNumberInAllBlocks()` : sql`_row_number`
}

/** The row as it was read: the JSON of every value, or a text that is no row. */
function cellsOf(file: InspectedFile, prefix: string): Sql {
  const values = file.columns.map(
    (_, index) => sql`ifNull(toJSONString(${identifier(`${prefix}${index}`)}), 'null')`,
  )
  const cells = sql`toJSONString([${joinSql(values)}])`
  return file.isFixed
    ? sql`if(isNull(${identifier(PROBLEM_COLUMN)}), ${cells}, toJSONString(map('line', ${identifier(LINE_COLUMN)})))`
    : cells
}
