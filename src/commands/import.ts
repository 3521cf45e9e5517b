import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../lib/errors.ts'
import type { ImportOptions } from '../runs/import/import-files.ts'
import type { Contexts, Terminal } from './context.ts'
import { defineCommand } from './define-command.ts'
import { responseLines, summaryLines } from './import-lines.ts'
import { flag, list, option } from './options.ts'
import { withProgress } from './progress.ts'

export const importFiles = defineCommand({
  name: 'import',
  usage: ['<fact>', '[files… or -]'],
  options: {
    format: option('csv|json|ndjson|parquet|arrow', 'the format; else the file tells it'),
    map: { ...list('ours=theirs', 'the name that a column has in the files'), read: toPairs },
    set: { ...list('column=value', 'one value for a column of every row'), read: toPairs },
    'time-format': option('<unit or pattern>', 'how times are written'),
    'allow-new': flag('takes things that no registry knows yet'),
    trusted: flag('imports without guards'),
    'dry-run': flag('shows what would be stored, and stores nothing'),
    strict: flag('stores nothing when one row is wrong'),
    again: flag('records files anew that were imported before'),
    rejects: option('<directory>', 'where rejected rows go, with the reasons'),
    'from-answer': option('<URL>', 'in place of a fact: saved responses of this path'),
  },
  describe: 'files of rows, saved responses, and bulk files such as those of edgar',
  details: [
    '`almanac facts` lists the facts and their columns; - is standard input.',
    'Also: `edgar` (a regulator’s bulk files, folders or zips) and `unlocks` (schedules that people write).',
  ],
  examples: [
    'import prices prices.csv',
    'import prices - --format ndjson < prices.ndjson',
    'import tvl tvl.parquet --map protocol=slug --dry-run',
    'import edgar companyfacts.zip submissions.zip',
    'import --from-answer /api/hacks hacks.json',
  ],
  needs: 'store',
  run: async ({ args, options, misuse }, context) => {
    const url = options['from-answer']
    const [fact, ...paths] = url === undefined ? args : ['', ...args]
    if (paths.length === 0) throw misuse()
    if (paths.filter((path) => path === '-').length > 1)
      throw misuse('- (standard input) can be named once')
    const columns = [options.format, options['time-format'], ...Object.keys(options.map)]
    const isMapped = [...columns, ...Object.keys(options.set)].some((one) => one !== undefined)
    if (url !== undefined && isMapped)
      throw misuse('--from-answer goes without --map, --set, --time-format and --format')
    const { dataDir } = context.config
    const { format, strict, again, trusted, map, set, rejects } = options
    const request = {
      ...{ format, strict, again, trusted, map, set },
      allowNew: options['allow-new'],
      dryRun: options['dry-run'],
      timeFormat: options['time-format'],
      rejectsDir: rejects === undefined ? join(dataDir, 'rejects') : resolve(rejects),
      ...(url === undefined ? { fact } : { url }),
    }
    await importPaths(paths, request, context)
  },
})

type Request = Omit<ImportOptions, 'fact' | 'files'> & ({ fact: string } | { url: string })

async function importPaths(
  paths: readonly string[],
  request: Request,
  { config, operations, print, stderr, stdin }: Contexts['store'],
): Promise<void> {
  const spool = join(config.dataDir, 'spool', randomUUID())
  try {
    const lines = await withProgress(stderr, async ({ onUpdate: onProgress }) => {
      const files: string[] = []
      for (const path of paths)
        files.push(path === '-' ? await spoolStdin(stdin, spool) : resolve(path))
      if ('url' in request)
        return responseLines(await operations.importResponse({ ...request, files, onProgress }))
      const summary = await operations.importFiles({ ...request, files, onProgress })
      return summaryLines(request.fact, summary)
    })
    for (const line of lines) print(line)
  } finally {
    await rm(spool, { recursive: true, force: true })
  }
}

/** `ours=theirs` of a repeated option; what follows the first `=` may hold anything. */
function toPairs(given: readonly string[], option: string): Record<string, string> {
  const pairs = new Map<string, string>()
  for (const text of given) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`${option} ${text}: expected <column>=<…>`)
    if (pairs.has(name)) throw new UsageError(`${option} names the column ${name} twice`)
    pairs.set(name, value)
  }
  return Object.fromEntries(pairs)
}

/** Standard input as a file, because checks and the engine each read it. */
async function spoolStdin(stdin: Terminal['stdin'], folder: string): Promise<string> {
  if (stdin.isTTY === true)
    throw new UsageError('- reads standard input, but nothing is piped into it')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'standard-input')
  await pipeline(stdin, createWriteStream(path))
  return path
}
