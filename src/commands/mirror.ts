import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { at } from '../lib/at.ts'
import { parseDuration } from '../lib/duration.ts'
import { UsageError } from '../lib/errors.ts'
import type { OriginRevision } from '../runs/mirror/origin-revisions.ts'
import type { TurnPlan, TurnSummary } from '../runs/mirror/take-turn.ts'
import { HTTP_LIMITS } from '../sources/http/polite-client.ts'
import type { MirrorOperations, MirrorRequest } from './mirror-operations.ts'
import { type MirrorTableRow, mirrorTableLines } from './mirror-table.ts'
import { parseMoment } from './parse-moment.ts'
import { formatCount, formatSeconds, type ProgressStream } from './progress.ts'

export const MIRROR_USAGE = [
  'almanac mirror <address> [--pro <address>] [--key <key>] [--domains tvl,yields,…] [--since TIME] [--every 1h] [--rate N] [--concurrency N] [--trusted] [--dry-run|--plan]',
  'almanac mirror diff [--since TIME] [--limit N]   what the origin rewrote',
  'almanac mirror table                    what each fact gets from a mirrored service',
]

export interface MirrorCommand extends MirrorOperations {
  print: (line: string) => void
  stderr: ProgressStream
  dataDir: string
  /** `ALMANAC_MIRROR_KEY`: a key that shell histories do not show. */
  key: string | undefined
  sleep(ms: number): Promise<unknown>
  /** What each fact gets, from the declarations of the domains. */
  table: readonly MirrorTableRow[]
}

const DEFAULT_LIMIT = '100'
const PROGRESS_MS = 200

/** `almanac mirror`: fills the store from another service, once or again and again. */
export async function runMirror(args: string[], command: MirrorCommand): Promise<void> {
  const { values, positionals } = parse(args)
  const [first] = positionals
  if (values.help) return command.print(MIRROR_USAGE.join('\n'))
  if (positionals.length !== 1 || first === undefined)
    throw new UsageError(`usage: ${MIRROR_USAGE.join('\n       ')}`)
  if (first === 'diff') return printDiff(values, command)
  if (first === 'table') return command.print(mirrorTableLines(command.table).join('\n'))
  const request = toRequest(first, values, command)
  if (values.plan) return printPlan(await command.mirrorPlan(request), request, command)
  const everySec = values.every === undefined ? undefined : parseDuration(values.every)
  if (values.every !== undefined && (everySec === undefined || everySec < 60))
    throw new UsageError(
      `--every ${values.every} is not a duration of a minute or more, such as 1h`,
    )
  for (;;) {
    const startedMs = Date.now()
    await takeTurn(request, command)
    if (everySec === undefined) return
    await command.sleep(Math.max(0, startedMs + everySec * 1000 - Date.now()))
  }
}

async function takeTurn(request: MirrorRequest, command: MirrorCommand): Promise<void> {
  const line = progressLine(command.stderr)
  try {
    const summary = await command.mirrorTurn({
      ...request,
      onProgress: ({ done, left, skipped, rows, address }) =>
        line.show(
          `${formatCount(done)} fetched, ${formatCount(left)} left, ${formatCount(skipped)} unchanged, ${formatCount(rows)} rows  ${address.slice(0, 60)}`,
        ),
    })
    line.clear()
    for (const text of summaryLines(summary, request.isDryRun)) command.print(text)
  } finally {
    line.clear()
  }
}

function toRequest(
  base: string,
  values: ReturnType<typeof parse>['values'],
  { dataDir, key }: MirrorCommand,
): MirrorRequest {
  return {
    base,
    pro: values.pro,
    key: values.key ?? key,
    domains: values.domains?.split(',').map((name) => name.trim()) ?? [],
    sinceSec: values.since === undefined ? 0 : parseMoment('--since', values.since),
    ratePerSec: positive('--rate', values.rate ?? String(HTTP_LIMITS.ratePerSec)),
    concurrency: positive('--concurrency', values.concurrency ?? String(HTTP_LIMITS.concurrency)),
    isDryRun: values['dry-run'],
    isTrusted: values.trusted,
    workDir: join(dataDir, 'spool'),
  }
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isFinite(number) || number <= 0)
    throw new UsageError(`${name} ${text} is not a number above 0`)
  return number
}

function printPlan(
  { operations, unavailable }: TurnPlan,
  { ratePerSec }: MirrorRequest,
  { table, print }: MirrorCommand,
): void {
  for (const { fact, refill, operations: from } of table)
    print(`${fact.padEnd(22)} ${refill.padEnd(26)} ${from.join(', ')}`)
  print('')
  const calls = operations.reduce((sum, one) => sum + one.calls, 0)
  for (const { operation, calls: count } of operations)
    print(`${operation.padEnd(40)} ${formatCount(count).padStart(9)} calls`)
  for (const text of new Set(unavailable)) print(`not available: ${text}`)
  print(
    `${formatCount(calls)} calls, about ${formatSeconds(calls / ratePerSec)} at ${ratePerSec} a second; what each fact gets is in docs/mirror.md`,
  )
}

function summaryLines(summary: TurnSummary, isDryRun: boolean): string[] {
  const { outcomes, readRows, accepted, held, rejected, runs } = summary
  const lines = Object.entries(readRows).map(
    ([fact, rows]) => `${fact.padEnd(28)} ${formatCount(rows).padStart(12)} rows read`,
  )
  lines.push(
    `${formatCount(summary.calls)} calls: ${Object.entries(outcomes)
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => `${formatCount(count)} ${outcome}`)
      .join(', ')}`,
  )
  for (const text of new Set(summary.unavailable)) lines.push(`not available: ${text}`)
  for (const text of summary.problems) lines.push(`problem: ${text}`)
  lines.push(
    isDryRun
      ? 'Dry run: nothing was stored, and of each operation only a few details were fetched.'
      : `${formatCount(accepted)} rows new or changed, ${formatCount(held)} held, ${formatCount(rejected)} rejected, in ${runs.length} runs`,
  )
  return lines
}

async function printDiff(
  values: ReturnType<typeof parse>['values'],
  { mirrorDiff, print }: MirrorCommand,
): Promise<void> {
  const sinceMs = values.since === undefined ? 0 : parseMoment('--since', values.since) * 1000
  const limit = positive('--limit', values.limit ?? DEFAULT_LIMIT)
  const revisions = await mirrorDiff({ sinceMs, limit })
  if (revisions.length === 0) return print('The origin rewrote nothing that was mirrored.')
  for (const revision of revisions) print(diffLine(revision))
}

function diffLine({ fact, key, changes, run, atMs }: OriginRevision): string {
  const name = Object.entries(key)
    .map(([column, value]) =>
      column === 'atSec'
        ? new Date(Number(value) * 1000).toISOString().replace(':00.000Z', 'Z')
        : `${column}=${value}`,
    )
    .join(' ')
  const what = changes.map(
    ({ column, before, after }) => `${column} ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  )
  return `${fact} ${name}: ${what.join(', ')} (run ${run}, ${new Date(atMs).toISOString()})`
}

/** One line on a terminal, rewritten; nothing elsewhere. */
function progressLine(stream: ProgressStream) {
  let width = 0
  let shownMs = 0
  return {
    show(text: string): void {
      if (stream.isTTY !== true || performance.now() - shownMs < PROGRESS_MS) return
      shownMs = performance.now()
      stream.write(`\r${text.padEnd(width)}`)
      width = text.length
    },
    clear(): void {
      if (width > 0) stream.write(`\r${' '.repeat(width)}\r`)
      width = 0
    },
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        pro: { type: 'string' },
        key: { type: 'string' },
        domains: { type: 'string' },
        since: { type: 'string' },
        every: { type: 'string' },
        rate: { type: 'string' },
        concurrency: { type: 'string' },
        limit: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        trusted: { type: 'boolean', default: false },
        plan: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    const problem = error instanceof Error ? at(error.message.split('. '), 0) : String(error)
    throw new UsageError(`${problem}; usage: ${MIRROR_USAGE.join('\n       ')}`)
  }
}
