import { join } from 'node:path'
import { UsageError } from '../lib/errors.ts'
import type { OriginRevision } from '../runs/mirror/origin-revisions.ts'
import type { CyclePlan, CycleSummary } from '../runs/mirror/run-cycle.ts'
import { HTTP_LIMITS } from '../sources/http/rate-limited-client.ts'
import type { MirroredDomain } from '../sources/mirror/response.ts'
import type { Fact } from '../store/fact.ts'
import type { Contexts, Family, Terminal } from './context.ts'
import { defineCommand } from './define-command.ts'
import type { MirrorRequest } from './mirror-operations.ts'
import { flag, option, withDefault } from './options.ts'
import { formatCount, formatSeconds, withProgress } from './progress.ts'
import { every, parseTime, repeat } from './times.ts'

const DEFAULT_LIMIT = 100

const mirrorService = defineCommand({
  name: 'mirror',
  usage: ['<URL>'],
  options: {
    pro: option('<URL>', 'the root of its pro operations'),
    key: option('<key>', 'its key; ALMANAC_MIRROR_KEY keeps it out of the history of the shell'),
    domains: option('tvl,yields,…', 'only these domains', (text) =>
      text.split(',').map((name) => name.trim()),
    ),
    since: option('<time>', 'only what is newer', parseTime),
    every: option('1h', 'again and again', every(60, 'a minute', '1h')),
    rate: withDefault(HTTP_LIMITS.ratePerSec, '<N>', 'requests a second', positive),
    concurrency: withDefault(HTTP_LIMITS.concurrency, '<N>', 'requests at the same time', positive),
    trusted: flag('without guards'),
    'dry-run': flag('reads a sample, and stores nothing'),
    plan: flag('only says what would be requested'),
  },
  describe: 'fills the store from another service that has the same operations',
  examples: ['mirror https://api.example.org --domains tvl,yields --every 1h'],
  needs: 'store',
  run: async ({ args: [base], options }, context) => {
    const { config, operations } = context
    const request = {
      base,
      pro: options.pro,
      key: options.key ?? config.mirrorKey,
      domains: options.domains ?? [],
      sinceSec: options.since ?? 0,
      ratePerSec: options.rate,
      concurrency: options.concurrency,
      isDryRun: options['dry-run'],
      isTrusted: options.trusted,
      workDir: join(config.dataDir, 'spool'),
    }
    if (options.plan) return await printPlan(await operations.mirrorPlan(request), request, context)
    await repeat(options.every, context, () => mirrorOnce(request, context))
  },
})

const diff = defineCommand({
  name: 'mirror diff',
  options: {
    since: option('<time>', 'only what is newer', parseTime),
    limit: withDefault(DEFAULT_LIMIT, '<N>', 'how many are shown', positive),
  },
  describe: 'what the origin rewrote',
  needs: 'store',
  run: async ({ options: { since = 0, limit } }, { operations, print }) => {
    const revisions = await operations.mirrorDiff({ sinceMs: since * 1000, limit })
    if (revisions.length === 0) return print('The origin rewrote nothing that was mirrored.')
    for (const revision of revisions) print(diffLine(revision))
  },
})

const table = defineCommand({
  name: 'mirror table',
  describe: 'what each fact gets from a mirrored service',
  needs: 'nothing',
  run: async (_, { declared, print }) => {
    const { facts, mirrored } = await declared()
    print(mirrorTableLines(mirrorTable(facts, mirrored)).join('\n'))
  },
})

export const mirror: Family = {
  name: 'mirror',
  describe: mirrorService.describe,
  commands: [mirrorService, diff, table],
}

function positive(text: string, name: string): number {
  const number = Number(text)
  if (!Number.isFinite(number) || number <= 0)
    throw new UsageError(`${name} ${text} is not a number above 0`)
  return number
}

async function mirrorOnce(
  request: MirrorRequest,
  { operations, print, stderr }: Contexts['store'],
): Promise<void> {
  const summary = await withProgress(stderr, ({ show }) =>
    operations.mirrorCycle({
      ...request,
      onProgress: ({ done, left, skipped, rows, path }) =>
        show(
          `${formatCount(done)} fetched, ${formatCount(left)} left, ${formatCount(skipped)} unchanged, ${formatCount(rows)} rows  ${path.slice(0, 60)}`,
        ),
    }),
  )
  for (const text of summaryLines(summary, request.isDryRun)) print(text)
}

async function printPlan(
  { operations, unavailable }: CyclePlan,
  { ratePerSec }: MirrorRequest,
  { declared, print }: Terminal,
): Promise<void> {
  const { facts, mirrored } = await declared()
  for (const { fact, refill, operations: from } of mirrorTable(facts, mirrored))
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

function summaryLines(summary: CycleSummary, isDryRun: boolean): string[] {
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

export interface MirrorTableRow {
  fact: string
  operations: string[]
  refill: string
  note: string
}

const NOT_AT_ALL = 'not at all'
// Facts of this instance, which another one has no use for.
const OWN = ['quality_holds', 'run_receipts', 'source_states', 'mirror_receipts']

/** What each fact gets from which operations, as the domains declare it. */
export function mirrorTable(
  facts: readonly Fact[],
  mirrored: readonly MirroredDomain[],
): MirrorTableRow[] {
  const carried = mirrored.flatMap(({ responses }) =>
    responses.flatMap(({ operation, carries }) => carries.map((one) => ({ operation, ...one }))),
  )
  const leftOut = new Map(
    mirrored.flatMap(({ leftOut: some = [] }) => some.map(({ fact, why }) => [fact.name, why])),
  )
  return facts
    .filter(({ name }) => !OWN.includes(name))
    .map(({ name }) => {
      const own = carried.filter(({ fact }) => fact.name === name)
      const notes = [...new Set(own.map(({ note }) => note))].filter((note) => note !== '')
      const missing = leftOut.get(name)
      return {
        fact: name,
        operations: [...new Set(own.map(({ operation }) => operation))],
        refill: [...new Set(own.map(({ refill }) => refill))].join(', ') || NOT_AT_ALL,
        note: [...notes, ...(missing === undefined ? [] : [missing])].join(' '),
      }
    })
}

/** The same as a table of a document. */
export function mirrorTableLines(rows: readonly MirrorTableRow[]): string[] {
  return [
    '| fact | operations | refill | what to know |',
    '|---|---|---|---|',
    ...rows.map(
      ({ fact, operations, refill, note }) =>
        `| \`${fact}\` | ${operations.map((name) => `\`${name}\``).join(', ') || '–'} | ${refill} | ${note} |`,
    ),
  ]
}
