import { UsageError } from '../lib/errors.ts'
import { identityColumns } from '../store/fact.ts'
import { alignColumns } from './align-columns.ts'
import { defineCommand } from './define-command.ts'

export const facts = defineCommand({
  name: 'facts',
  usage: ['[name…]'],
  describe: 'what can be imported, column by column',
  examples: ['facts prices tvl'],
  needs: 'nothing',
  run: async ({ args: names }, { declared, print }) => {
    const { facts } = await declared()
    const unknown = names.find((name) => !facts.some((fact) => fact.name === name))
    if (unknown !== undefined)
      throw new UsageError(
        `unknown fact "${unknown}"; known facts: ${facts.map((fact) => fact.name).join(', ')}`,
      )
    const wanted = facts.filter((fact) => names.length === 0 || names.includes(fact.name))
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
  },
})
