import { UsageError } from '../../../lib/errors.ts'
import { suggest } from '../../../lib/suggest.ts'
import { type Fact, sourceColumns } from '../../../store/fact.ts'
import { type TimeFormat, toTimeFormat } from './time-expression.ts'

/** What the person who imports says about the columns. */
export interface ColumnRules {
  /** Our column by the name that it has in the files. */
  readonly map: Readonly<Record<string, string>>
  /** Values that every row gets, whatever the files say. */
  readonly set: Readonly<Record<string, string>>
  /** How times are written; undefined: Unix seconds or ISO 8601. */
  readonly time: TimeFormat | undefined
}

export const NO_RULES: ColumnRules = { map: {}, set: {}, time: undefined }

export interface GivenRules {
  map?: Readonly<Record<string, string>> | undefined
  set?: Readonly<Record<string, string>> | undefined
  timeFormat?: string | undefined
}

/** Checks what was given against the fact. */
export function toColumnRules(
  fact: Fact,
  { map = {}, set = {}, timeFormat }: GivenRules,
): ColumnRules {
  const known = [...sourceColumns(fact), 'quality']
  for (const [option, names] of [
    ['--map', Object.keys(map)],
    ['--set', Object.keys(set)],
  ] as const)
    for (const name of names) if (!known.includes(name)) throw unknownColumn(option, name, fact)
  const both = Object.keys(map).find((name) => name in set)
  if (both !== undefined) throw new UsageError(`${both} has both --map and --set; give one of them`)
  if (timeFormat !== undefined && fact.time === undefined)
    throw new UsageError(`--time-format: ${fact.name} has no time`)
  return { map, set, time: timeFormat === undefined ? undefined : toTimeFormat(timeFormat) }
}

/** The name that a column of the fact has in a file. */
export function nameInFile(rules: ColumnRules, present: readonly string[], name: string): string {
  const theirs = rules.map[name]
  // Of several files some may have our own name.
  return theirs === undefined || (!present.includes(theirs) && present.includes(name))
    ? name
    : theirs
}

function unknownColumn(option: string, name: string, fact: Fact): UsageError {
  const known = sourceColumns(fact)
  const close = suggest(name, known)
  const hint = close.length > 0 ? ` (did you mean ${close.join(', ')}?)` : ''
  return new UsageError(
    `${option} ${name}: not a column of ${fact.name}${hint}; its columns are ${known.join(', ')}`,
  )
}
