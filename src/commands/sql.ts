import { extname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AlmanacError, UsageError } from '../lib/errors.ts'
import { SQL_FORMAT_NAMES, type SqlFormat } from '../sql/formats.ts'
import type { UserSql } from '../sql/sql.ts'
import { writeFile, writeOut } from './export.ts'
import { parseMoment } from './parse-moment.ts'

export const SQL_USAGE = `usage: almanac sql "SELECT …" [--param <name>=<value>]… [--as-of <time>] [--format ${SQL_FORMAT_NAMES.join('|')}] [--explain] [-o <file>]`

export interface SqlOptions {
  query: string
  parameters: Record<string, string>
  asOfMs: number | undefined
  format: SqlFormat
  explain: boolean
  write: (bytes: Uint8Array) => Promise<void>
  signal?: AbortSignal | undefined
}

export interface SqlOperations {
  runSql(options: SqlOptions): Promise<{ run: number }>
}

export interface SqlContext extends SqlOperations {
  print: (line: string) => void
  stdout: {
    readonly isTTY?: boolean
    write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown
  }
}

/** `almanac sql`: one SELECT over the facts to a file or to standard output. */
export async function runSql(args: string[], context: SqlContext): Promise<void> {
  const { values, positionals } = parse(args)
  if (values.help) return context.print(SQL_USAGE)
  const [query, ...rest] = positionals
  if (query === undefined || rest.length > 0) throw new UsageError(SQL_USAGE)
  const output = values.output === '-' ? undefined : values.output
  const format = formatOf(values.format, output)
  const options = {
    query,
    parameters: Object.fromEntries(values.param.map(parseParameter)),
    asOfMs:
      values['as-of'] === undefined ? undefined : parseMoment('--as-of', values['as-of']) * 1000,
    format,
    explain: values.explain,
  }
  if (output !== undefined) {
    const path = resolve(output)
    await writeFile(path, (write) => context.runSql({ ...options, write }))
    return context.print(`written to ${path}`)
  }
  if ((format === 'parquet' || format === 'arrow') && context.stdout.isTTY === true)
    throw new UsageError(
      `${format} is not for a terminal; add -o <file> or send the output to a file`,
    )
  await context.runSql({ ...options, write: (bytes) => writeOut(context.stdout, bytes) })
}

/** The same in this process. */
export function localSql(sql: UserSql): SqlOperations {
  return {
    runSql: async ({ write, signal, ...statement }) => {
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

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        param: { type: 'string', multiple: true, default: [] },
        'as-of': { type: 'string' },
        format: { type: 'string' },
        explain: { type: 'boolean', default: false },
        output: { type: 'string', short: 'o' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. ')[0] : error}; ${SQL_USAGE}`,
    )
  }
}
