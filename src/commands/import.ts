import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { UsageError } from '../lib/errors.ts'
import type { AnswerSummary } from '../runs/import/import-answer.ts'
import type { ImportOptions } from '../runs/import/import-files.ts'
import type { ImportSummary } from '../runs/import/import-summary.ts'
import type { Progress } from '../runs/progress.ts'
import { answerLines, summaryLines } from './import-lines.ts'
import type { AnswerOptions } from './operations.ts'
import { createProgress, type ProgressStream } from './progress.ts'

export const IMPORT_USAGE =
  'usage: almanac import <fact> <files… or -> [--format csv|json|ndjson|parquet|arrow] [--map ours=theirs]… [--set column=value]… ' +
  '[--time-format <unit or pattern>] [--allow-new] [--trusted] [--dry-run] [--strict] [--again] [--rejects <directory>]; ' +
  'almanac import --from-answer <address> <files… or ->'

export interface ImportContext {
  /** The import itself, in this process or in the server that has the store open. */
  importFiles: (options: ImportOptions) => Promise<ImportSummary>
  /** The same for saved answers of the contract. */
  importAnswer: (options: AnswerOptions) => Promise<AnswerSummary>
  print: (line: string) => void
  dataDir: string
  stderr: ProgressStream
  stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean }
}

/** `almanac import`: reads the arguments, imports with a progress line, prints the summary. */
export async function runImport(args: string[], context: ImportContext): Promise<void> {
  const { values, positionals } = parse(args)
  if (values.help) return context.print(IMPORT_USAGE)
  const address = values['from-answer']
  const [fact, paths] =
    address === undefined ? [positionals[0], positionals.slice(1)] : [undefined, positionals]
  if ((fact === undefined && address === undefined) || paths.length === 0)
    throw new UsageError(IMPORT_USAGE)
  if (paths.filter((path) => path === '-').length > 1)
    throw new UsageError('- (standard input) can be named once')
  const spool = join(context.dataDir, 'spool', randomUUID())
  const progress = createProgress(context.stderr)
  try {
    const files: string[] = []
    for (const path of paths)
      files.push(path === '-' ? await spoolStdin(context.stdin, spool) : resolve(path))
    const options = {
      ...optionsOf(values, context.dataDir),
      files,
      onProgress:
        context.stderr.isTTY === true ? (state: Progress) => progress.update(state) : undefined,
    }
    const lines =
      fact === undefined
        ? answerLines(
            await context.importAnswer({ ...withoutColumns(options), address: `${address}` }),
          )
        : summaryLines(fact, await context.importFiles({ ...options, fact }))
    progress.clear()
    for (const line of lines) context.print(line)
  } finally {
    progress.clear()
    await rm(spool, { recursive: true, force: true })
  }
}

type Values = ReturnType<typeof parse>['values']

function optionsOf(values: Values, dataDir: string): Omit<ImportOptions, 'fact' | 'files'> {
  return {
    format: values.format,
    strict: values.strict,
    again: values.again,
    allowNew: values['allow-new'],
    trusted: values.trusted,
    dryRun: values['dry-run'],
    map: toPairs('--map', values.map),
    set: toPairs('--set', values.set),
    timeFormat: values['time-format'],
    rejectsDir: values.rejects === undefined ? join(dataDir, 'rejects') : resolve(values.rejects),
  }
}

/** An answer has its own columns. */
function withoutColumns<Options extends Omit<ImportOptions, 'fact'>>(options: Options): Options {
  const { map = {}, set = {}, timeFormat, format } = options
  const isMapped = Object.keys(map).length + Object.keys(set).length > 0
  if (isMapped || timeFormat !== undefined || format !== undefined)
    throw new UsageError('--from-answer goes without --map, --set, --time-format and --format')
  return options
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        'from-answer': { type: 'string' },
        map: { type: 'string', multiple: true, default: [] },
        set: { type: 'string', multiple: true, default: [] },
        'time-format': { type: 'string' },
        strict: { type: 'boolean', default: false },
        again: { type: 'boolean', default: false },
        'allow-new': { type: 'boolean', default: false },
        trusted: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        rejects: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. ')[0] : error}; ${IMPORT_USAGE}`,
    )
  }
}

/** `ours=theirs` of a repeated option; what follows the first `=` may hold anything. */
function toPairs(option: string, given: readonly string[]): Record<string, string> {
  const pairs = new Map<string, string>()
  for (const text of given) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`${option} ${text}: expected <column>=<…>; ${IMPORT_USAGE}`)
    if (pairs.has(name)) throw new UsageError(`${option} names the column ${name} twice`)
    pairs.set(name, value)
  }
  return Object.fromEntries(pairs)
}

/** Standard input as a file, because checks and the engine each read it. */
async function spoolStdin(stdin: ImportContext['stdin'], folder: string): Promise<string> {
  if (stdin.isTTY === true)
    throw new UsageError('- reads standard input, but nothing is piped into it')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'standard-input')
  await pipeline(stdin, createWriteStream(path))
  return path
}
