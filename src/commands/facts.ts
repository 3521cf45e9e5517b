import { UsageError } from '../lib/errors.ts'
import { type Fact, identityColumns } from '../store/fact.ts'
import { alignColumns } from './align-columns.ts'

/** `almanac facts`: what can be imported and the columns of each. */
export function runFacts(
  args: readonly string[],
  facts: readonly Fact[],
  print: (line: string) => void,
): void {
  const unknown = args.find((name) => !facts.some((fact) => fact.name === name))
  if (unknown !== undefined)
    throw new UsageError(
      `unknown fact "${unknown}"; known facts: ${facts.map((fact) => fact.name).join(', ')}`,
    )
  const wanted = facts.filter((fact) => args.length === 0 || args.includes(fact.name))
  for (const fact of wanted) {
    print(`${fact.name}: ${fact.describe}`)
    const rows = [
      ...Object.entries({ ...fact.key, ...fact.values }).map(([name, column]) => [
        `  ${name}`,
        `${column.kind}${column.nullable ? ' or empty' : column.absent === undefined ? '' : ', may be left out'}`,
        identityColumns(fact).includes(name) ? `key; ${column.describe}` : column.describe,
      ]),
      ...(fact.time === undefined
        ? []
        : [[`  ${fact.time}`, 'time', 'key; Unix seconds or ISO 8601']]),
    ]
    for (const line of alignColumns(rows)) print(line)
    print('')
  }
}
