import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../lib/errors.ts'
import type { CheckRequest, CollectionCheck } from '../sources/adapters/check/check-collection.ts'
import { chainLine } from '../sources/adapters/missing-chain.ts'
import { alignColumns } from './align-columns.ts'
import { createProgress, formatCount, type ProgressStream } from './progress.ts'

export const CHECK_USAGE = 'usage: almanac adapters check <collection> [--sample <number>] [--json]'
const MAX_CHAINS_SHOWN = 20

export interface CheckContext {
  checkAdapters(request: CheckRequest): Promise<CollectionCheck>
  print(line: string): void
  stderr: ProgressStream
}

/** `almanac adapters check`: which adapters of a collection load, and why the others do not. */
export async function runAdaptersCheck(args: string[], context: CheckContext): Promise<void> {
  const { folder, sample, json } = parse(args)
  const progress = createProgress(context.stderr)
  try {
    const found = await context.checkAdapters({
      folder,
      sample,
      onProgress: ({ done, total }) =>
        progress.update({
          phase: `${formatCount(done)} of ${formatCount(total)} modules`,
          doneBytes: done,
          totalBytes: total,
          rows: 0,
        }),
    })
    progress.clear()
    if (json) context.print(JSON.stringify(found, null, 2))
    else for (const line of describeCheck(found)) context.print(line)
  } finally {
    progress.clear()
  }
}

function parse(args: string[]): { folder: string; sample: number | null; json: boolean } {
  const { values, positionals } = parseOrExplain(args)
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new UsageError(CHECK_USAGE)
  const { sample, json = false } = values
  if (sample !== undefined && !/^[1-9]\d{0,6}$/.test(sample))
    throw new UsageError(`--sample must be a whole number, not "${sample}"`)
  return { folder: resolve(folder), sample: sample === undefined ? null : Number(sample), json }
}

function parseOrExplain(args: string[]) {
  try {
    const options = { sample: { type: 'string' }, json: { type: 'boolean' } } as const
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. ')[0] : error}; ${CHECK_USAGE}`,
    )
  }
}

function describeCheck(found: CollectionCheck): string[] {
  const { modules, loaded, withoutAdapter, missingChains } = found
  const share = modules === 0 ? 0 : Math.floor((loaded / modules) * 1000) / 10
  const kinds = Object.entries(found.kinds).map(([kind, count]) => [kind, formatCount(count)])
  const causes = found.causes.map(({ cause, modules: own, example }) => [
    cause,
    formatCount(own.length),
    example,
  ])
  return [
    ...alignColumns([['shape', 'adapters'], ...kinds]),
    ...(causes.length === 0
      ? []
      : ['', ...alignColumns([['why it does not load', 'modules', 'for example'], ...causes])]),
    ...describeMissing(missingChains),
    '',
    `${formatCount(loaded)} of ${formatCount(modules)} modules load (${share}%); ${formatCount(withoutAdapter)} other files hold no adapter`,
  ]
}

function describeMissing(missing: CollectionCheck['missingChains']): string[] {
  if (missing.length === 0) return []
  const more = missing.length - MAX_CHAINS_SHOWN
  return [
    '',
    'chains that data/chains.json lacks; the lines to add, with their chain ids and coins:',
    ...missing.slice(0, MAX_CHAINS_SHOWN).map(({ chain }) => `  ${chainLine(chain)},`),
    ...(more > 0 ? [`  and ${formatCount(more)} more (--json lists all)`] : []),
  ]
}
