import { open, rename, rm } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import { EXPORT_FORMATS, type ExportFormat, type ExportOptions } from '../runs/export.ts'
import type { Terminal } from './context.ts'
import { defineCommand } from './define-command.ts'
import { OUTPUT, option } from './options.ts'
import { formatCount, withProgress } from './progress.ts'

export const exportFact = defineCommand({
  name: 'export',
  usage: ['<fact>'],
  options: {
    format: option(EXPORT_FORMATS.join('|'), 'the format; else the ending of the file tells it'),
    output: OUTPUT,
    'as-of': option('<time>', 'as it was at this time', parseAsOf),
  },
  describe: 'one fact to a file or to standard output',
  examples: ['export prices -o prices.parquet', 'export tvl --as-of 2026-01-31 | head'],
  needs: 'store',
  run: async ({ args: [fact], options: { format: given, output, 'as-of': asOfMs } }, context) => {
    const { operations, print, stdout, stderr, config } = context
    const format = formatOf(given, output)
    const request = { fact, format, asOfMs, tempDir: join(config.dataDir, 'spool') }
    const exportTo = (write: ExportOptions['write']) =>
      withProgress(stderr, ({ onUpdate: onProgress }) =>
        operations.exportFact({ ...request, onProgress, write }),
      )
    if (output !== undefined && output !== '-') {
      const path = resolve(output)
      const { rows } = await writeFile(path, exportTo)
      return print(`${fact}: ${formatCount(rows)} rows written to ${path}`)
    }
    if (format === 'parquet') requireNoTerminal(stdout, 'Parquet')
    try {
      await exportTo((bytes) => writeOut(stdout, bytes))
    } catch (error) {
      // A reader such as `head` may close the pipe early.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
    }
  },
})

function formatOf(given: string | undefined, output: string | undefined): ExportFormat {
  const ending = output === undefined || output === '-' ? 'csv' : extname(output).slice(1)
  const name = given ?? ending.toLowerCase().replace(/^jsonl?$/, 'ndjson')
  const format = EXPORT_FORMATS.find((known) => known === name.toLowerCase())
  if (format !== undefined) return format
  const unknown = `cannot tell the format from ${output}`
  const what = given === undefined ? unknown : `--format ${given}: not a format`
  throw new UsageError(`${what}; use --format with one of ${EXPORT_FORMATS.join(', ')}`)
}

function parseAsOf(text: string, name: string): number {
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  if (Number.isNaN(ms))
    throw new UsageError(`${name} ${text}: not a time; give Unix seconds or an ISO date`)
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

/** Bytes of a format would garble a terminal. */
export function requireNoTerminal({ isTTY }: Terminal['stdout'], format: string): void {
  if (isTTY !== true) return
  throw new UsageError(
    `${format} is not for a terminal; add -o <file> or send the output to a file`,
  )
}

export function writeOut(stdout: Terminal['stdout'], bytes: Uint8Array): Promise<void> {
  return new Promise((done, failed) => {
    stdout.write(bytes, (error) => (error ? failed(error) : done()))
  })
}
