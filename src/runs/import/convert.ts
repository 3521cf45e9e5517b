import { type Fact, sourceColumns } from '../../store/fact.ts'
import { identifier } from '../sql-text.ts'
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
  readonly quick: string
  /** The same without the bad rows. */
  readonly good: string
  /** `row, reason, wholeFile, cells` of every bad row. */
  readonly bad: string
  /** `fileRow, cells`, quality and the columns of good rows that meet a condition over them. */
  matching(where: string): string
  /** Ends a statement with `quick` or `good`. */
  readonly settings: string
  /** Ends a statement with `bad` or `matching`, which number rows. */
  readonly settingsInOrder: string
}

export function convertRows(file: InspectedFile, fact: Fact): RowSelect {
  const conversions = conversionsOf(file, fact)
  const checks = orderChecks(conversions.flatMap(({ conversion }) => conversion.checks))
  if (file.isFixed)
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
  const prefix = rawPrefix(file.columns.map((column) => column.name))
  const raw = rawColumns(file, prefix)
  const from = `FROM (SELECT ${raw} FROM ${fileFunction(file)})`
  const numbered = `FROM (SELECT ${rowNumber(file)} AS ${prefix}row, ${raw} FROM ${fileFunction(file)})`
  const withValues = `FROM (SELECT *, ${prefix}row AS fileRow, ${values} ${numbered})`
  const rows = (where: string) => {
    const typed = `SELECT ${stored} FROM (SELECT *, ${values} ${from}) WHERE ${where}`
    return `SELECT ${sourceColumns(fact).join(', ')}, ${qualityOf(fact)} AS quality FROM (${normalized(fact, typed, ['givenQuality'])})`
  }
  const listed = `${cellsOf(file, prefix)} AS cells`
  return {
    quick: rows(`throwIf(${broken}, '${BAD_ROW}') = 0`),
    good: rows(`NOT ${broken}`),
    bad:
      `SELECT fileRow + 1 AS row, ${reason} AS reason, ifNull(${wholeFile.join(' OR ') || '0'}, 0) AS wholeFile, ${listed} ` +
      `${withValues} WHERE ${broken}`,
    matching: (where) => {
      const typed = `SELECT fileRow, ${listed}, ${stored} ${withValues} WHERE NOT ${broken}`
      const spelled = normalized(fact, typed, ['fileRow', 'cells', 'givenQuality'])
      return `SELECT *, ${qualityOf(fact)} AS quality FROM (${spelled}) WHERE ${where}`
    },
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
      ? typedColumn(column.name, 'Nullable(Float64)')
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

function qualityOf(fact: Fact): string {
  if (fact.hold.length === 0) return 'givenQuality'
  return `if(ifNull(${fact.hold.map(({ when }) => `(${when})`).join(' OR ')}, 0), 'held', givenQuality)`
}

function rawColumns(file: InspectedFile, prefix: string): string {
  const names = file.columns.map(
    (column, index) => `${identifier(column.name)} AS ${prefix}${index}`,
  )
  return [...names, ...(file.isFixed ? [PROBLEM_COLUMN, LINE_COLUMN] : [])].join(', ')
}

function rowNumber(file: InspectedFile): string {
  // A column of the file hides the engine's own of the same name.
  const isHidden = file.columns.some(({ name }) => name === '_row_number')
  return file.format === 'arrow' || isHidden ? 'rowNumberInAllBlocks()' : '_row_number'
}

/** The row as it was read: the JSON of every value, or a text that is no row. */
function cellsOf(file: InspectedFile, prefix: string): string {
  const values = file.columns.map((_, index) => `ifNull(toJSONString(${prefix}${index}), 'null')`)
  const cells = `toJSONString([${values.join(', ')}])`
  return file.isFixed
    ? `if(isNull(${PROBLEM_COLUMN}), ${cells}, toJSONString(map('line', ${LINE_COLUMN})))`
    : cells
}
