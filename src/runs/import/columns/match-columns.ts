import { UsageError } from '../../../lib/errors.ts'
import { toLookupKey } from '../../../lib/slug.ts'
import { type Fact, sourceColumns } from '../../../store/fact.ts'

/** Checks that a file has every column the fact needs. Returns the columns that nothing reads. */
export function matchColumns(fact: Fact, fileName: string, present: readonly string[]): string[] {
  const wanted = [...sourceColumns(fact), 'quality']
  const missing = sourceColumns(fact).filter(
    (name) => !present.includes(name) && fact.values[name]?.nullable !== true,
  )
  if (missing.length > 0) throw new UsageError(describeMissing(fact, fileName, missing, present))
  return present.filter((name) => !wanted.includes(name))
}

function describeMissing(
  fact: Fact,
  fileName: string,
  missing: readonly string[],
  present: readonly string[],
): string {
  const hints = missing.flatMap((name) => {
    const variant = present.find((candidate) => toLookupKey(candidate) === toLookupKey(name))
    return variant === undefined ? [] : [`rename "${variant}" to "${name}"`]
  })
  const [only, ...more] = present
  if (only !== undefined && more.length === 0 && /[;\t|]/.test(only))
    hints.push('separate the columns by commas')
  return (
    `${fileName}: missing column${missing.length > 1 ? 's' : ''} ${missing.join(', ')} of ${fact.name}; ` +
    `the file has ${present.slice(0, 40).join(', ')}${hints.length > 0 ? `: ${hints.join(', ')}` : ''}`
  )
}
