import { open, rename, rm } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../lib/errors.ts'
import { EXPORT_FORMATS, type ExportFormat, type ExportOptions } from '../runs/export.ts'
import { createProgress, formatCount, type ProgressStream } from './progress.ts'

export const EXPORT_USAGE =
  'usage: almanac export <fact> [--format parquet|csv|ndjson] [-o <file>] [--as-of <time>]'

export interface ExportContext {
  exportFact: (options: ExportOptions) => Promise<{ rows: number }>
  print: (line: string) => void
  dataDir: string
  stdout: {
    readonly isTTY?: boolean
    write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown
  }
  stderr: ProgressStream
}

/** `almanac export`: one fact to a file or to standard output. */
export async function runExport(args: string[], context: ExportContext): Promise<void> {
  const { values, positionals } = parse(args)
  if (values.help) return context.print(EXPORT_USAGE)
  const [fact, ...rest] = positionals
  if (fact === undefined || rest.length > 0) throw new UsageError(EXPORT_USAGE)
  const format = formatOf(values.format, values.output)
  const progress = createProgress(context.stderr)
  const options = {
    fact,
    format,
    asOfMs: values['as-of'] === undefined ? undefined : parseTime(values['as-of']),
    tempDir: join(context.dataDir, 'spool'),
    onProgress: context.stderr.isTTY === true ? progress.update : undefined,
  }
  try {
    if (values.output !== undefined && values.output !== '-') {
      const path = resolve(values.output)
      const { rows } = await writeFile(path, (write) => context.exportFact({ ...options, write }))
      progress.clear()
      return context.print(`${fact}: ${formatCount(rows)} rows written to ${path}`)
    }
    if (format === 'parquet' && context.stdout.isTTY === true) {
      throw new UsageError(
        'Parquet is not for a terminal; add -o <file> or send the output to a file',
      )
    }
    await context.exportFact({ ...options, write: (bytes) => writeOut(context.stdout, bytes) })
  } catch (error) {
    // A reader such as `head` may close the pipe early.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  } finally {
    progress.clear()
  }
}

function formatOf(given: string | undefined, output: string | undefined): ExportFormat {
  const name =
    given ??
    (output === undefined || output === '-'
      ? 'csv'
      : extname(output)
          .slice(1)
          .toLowerCase()
          .replace(/^jsonl?$/, 'ndjson'))
  const format = EXPORT_FORMATS.find((known) => known === name.toLowerCase())
  if (format !== undefined) return format
  const what =
    given === undefined
      ? `cannot tell the format from ${output}`
      : `--format ${given}: not a format`
  throw new UsageError(`${what}; use --format with one of ${EXPORT_FORMATS.join(', ')}`)
}

function parseTime(text: string): number {
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  if (Number.isNaN(ms))
    throw new UsageError(`--as-of ${text}: not a time; give Unix seconds or an ISO date`)
  return ms
}

/** The file appears under its name only when it is whole. */
export async function writeFile<T>(
  path: string,
  work: (write: ExportOptions['write']) => Promise<T>,
): Promise<T> {
  const partial = `${path}.partial`
  const handle = await open(partial, 'w').catch(() => {
    throw new UsageError(`cannot write to ${path}`)
  })
  try {
    const result = await work(async (bytes) => {
      await handle.appendFile(bytes)
    })
    await handle.sync()
    await handle.close()
    await rename(partial, path)
    return result
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

export function writeOut(stdout: ExportContext['stdout'], bytes: Uint8Array): Promise<void> {
  return new Promise((done, failed) => {
    stdout.write(bytes, (error) => (error ? failed(error) : done()))
  })
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        output: { type: 'string', short: 'o' },
        'as-of': { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. ')[0] : error}; ${EXPORT_USAGE}`,
    )
  }
}
