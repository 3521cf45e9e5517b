import { extname, resolve } from 'node:path'
import { AlmanacError, UsageError } from '../lib/errors.ts'
import { SQL_FORMAT_NAMES, type SqlFormat } from '../sql/formats.ts'
import type { UserSql } from '../sql/sql.ts'
import { defineCommand } from './define-command.ts'
import { requireNoTerminal, writeFile, writeOut } from './export.ts'
import { flag, list, OUTPUT, option } from './options.ts'
import { parseTime } from './times.ts'

export interface SqlOptions {
  query: string
  parameters: Record<string, string>
  asOfMs: number | undefined
  format: SqlFormat
  explain: boolean
  write: (bytes: Uint8Array) => Promise<void>
  signal?: AbortSignal | undefined
}

export const sql = defineCommand({
  name: 'sql',
  usage: ['<SELECT>'],
  options: {
    param: list('<name>=<value>', 'a parameter of the query'),
    'as-of': option('<time>', 'as it was at this time', parseTime),
    format: option(SQL_FORMAT_NAMES.join('|'), 'the format; else the ending of the file tells it'),
    explain: flag('shows the plan of the query'),
    output: OUTPUT,
  },
  describe: 'one SELECT over the facts',
  examples: [
    'sql "SELECT * FROM tvl LIMIT 5"',
    'sql "SELECT name FROM protocols WHERE id = {id:String}" --param id=1 -o names.csv',
  ],
  needs: 'store',
  run: async ({ args: [query], options: given }, { operations, print, stdout }) => {
    const output = given.output === '-' ? undefined : given.output
    const format = formatOf(given.format, output)
    const asOfSec = given['as-of']
    const options = {
      ...{ query, format, explain: given.explain },
      parameters: Object.fromEntries(given.param.map(parseParameter)),
      asOfMs: asOfSec === undefined ? undefined : asOfSec * 1000,
    }
    if (output !== undefined) {
      const path = resolve(output)
      await writeFile(path, (write) => operations.runSql({ ...options, write }))
      return print(`written to ${path}`)
    }
    if (format === 'parquet' || format === 'arrow') requireNoTerminal(stdout, format)
    await operations.runSql({ ...options, write: (bytes) => writeOut(stdout, bytes) })
  },
})

/** User-supplied SQL, run by this process. */
export function sqlOperations(sql: UserSql) {
  return {
    runSql: async ({ write, signal, ...statement }: SqlOptions) => {
      try {
        const { bytes, run } = await sql.run({ ...statement, signal, caller: 'command line' })
        await write(bytes)
        return { run }
      } catch (error) {
        // What is wrong with a statement is for the person who wrote it.
        throw error instanceof AlmanacError ? new UsageError(error.message) : error
      }
    },
  }
}

function parseParameter(text: string): [string, string] {
  const end = text.indexOf('=')
  if (end < 1) throw new UsageError(`--param ${text}: write it as <name>=<value>`)
  return [text.slice(0, end), text.slice(end + 1)]
}

function formatOf(given: string | undefined, output: string | undefined): SqlFormat {
  const name = given ?? (output === undefined ? 'csv' : extname(output).slice(1))
  const format = SQL_FORMAT_NAMES.find((known) => known === name.toLowerCase())
  if (format !== undefined) return format
  const what = given === undefined ? `-o ${output}` : `--format ${given}`
  throw new UsageError(`${what}: not a format; use one of ${SQL_FORMAT_NAMES.join(', ')}`)
}
