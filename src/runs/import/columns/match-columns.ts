import { UsageError } from '../../../lib/errors.ts'
import { toLookupKey } from '../../../lib/slug.ts'
import { type Fact, sourceColumns } from '../../../store/fact.ts'
import { showName, showNames } from './column-names.ts'
import { type ColumnRules, nameInFile } from './column-rules.ts'

/** Checks that a file has every column the fact needs. Returns the columns that nothing reads. */
export function matchColumns(
  fact: Fact,
  fileName: string,
  { present, rules }: { present: readonly string[]; rules: ColumnRules },
): string[] {
  const wanted = [...sourceColumns(fact), 'quality']
    .filter((name) => rules.set[name] === undefined)
    .map((name) => ({ name, inFile: nameInFile(rules, present, name) }))
  const absent = wanted.filter(({ inFile }) => !present.includes(inFile))
  const unmapped = absent.find(({ name, inFile }) => name !== inFile)
  if (unmapped !== undefined)
    throw new UsageError(
      `${fileName}: no column ${unmapped.inFile} for --map ${unmapped.name}=${unmapped.inFile}; the file has ${showNames(present)}`,
    )
  const missing = absent.map(({ name }) => name).filter((name) => isNeeded(fact, name))
  if (missing.length > 0) throw new UsageError(describeMissing(fact, fileName, missing, present))
  return present.filter((column) => !wanted.some(({ inFile }) => inFile === column))
}

/** True for columns that every row must have a value of its own for. */
export function isNeeded(fact: Fact, name: string): boolean {
  if (name === 'quality') return false
  const column = fact.key[name] ?? fact.values[name]
  return column === undefined || (!column.nullable && column.absent === undefined)
}

function describeMissing(
  fact: Fact,
  fileName: string,
  missing: readonly string[],
  present: readonly string[],
): string {
  const hints = missing.flatMap((name) => {
    const variant = present.find((candidate) => toLookupKey(candidate) === toLookupKey(name))
    return variant === undefined ? [] : [`--map ${name}=${showName(variant)}`]
  })
  const [only, ...more] = present
  if (only !== undefined && more.length === 0 && /[;\t|]/.test(only))
    hints.push('separate the columns by commas')
  return (
    `${fileName}: missing column${missing.length > 1 ? 's' : ''} ${missing.join(', ')} of ${fact.name}; ` +
    `the file has ${showNames(present)}${hints.length > 0 ? `: try ${hints.join(' ')}` : ''}`
  )
}
