import { writeFile } from 'node:fs/promises'
import { UsageError } from '../lib/errors.ts'
import { fetchedId } from '../live/run/fetched-source.ts'
import type { Live } from '../live.ts'
import { type KnownFetch, settingVariable } from '../live-fetches.ts'
import type { Progress } from '../runs/progress.ts'
import { alignColumns } from './align-columns.ts'
import type { FetchOperations } from './fetch-operations.ts'
import { summaryLines } from './import-lines.ts'
import { createProgress, formatCount, type ProgressStream } from './progress.ts'

export const SOURCES_USAGE =
  'usage: almanac sources [fill <source> | check <source> [--write <file>]]'

/** A public source as the command shows it; values of settings are not among it. */
export interface SourceState {
  name: string
  describe: string
  state: 'off' | 'only compared' | 'needs a setting' | 'waiting' | 'reading' | 'failing'
  /** When a period was last read and stored, Unix seconds. */
  lastSuccessSec: number | null
  nextSec: number | null
  /** What went wrong last, or which setting is missing. */
  problem: string | null
  key: 'none' | 'optional' | 'required'
  terms: string
  facts: string[]
  settings: { variable: string; describe: string; byDefault: string | null; isSet: boolean }[]
}

export interface SourceOperations {
  listSources(): Promise<SourceState[]>
}

export function sourceOperations(live: Live): SourceOperations {
  return {
    listSources: async () => {
      const jobs = new Map((await live.scheduler.loadStates()).map((job) => [job.id, job]))
      const lastRuns = [...jobs.values()].flatMap(({ lastRun }) => lastRun ?? [])
      const runs = await live.context.store.journal.findAll(lastRuns)
      return live.fetches.map((fetch) => {
        const job = jobs.get(fetchedId(fetch.source.name))
        const run = job?.lastRun == null ? undefined : runs.get(job.lastRun)
        return {
          ...describeFetch(fetch),
          state: stateOf(fetch, job),
          lastSuccessSec: run === undefined ? null : Math.floor(run.atMs / 1000),
          nextSec: job?.nextSec ?? null,
          problem: job?.lastError ?? (fetch.isOn ? fetch.problem : null),
        }
      })
    },
  }
}

function describeFetch({ source, settings }: KnownFetch) {
  const { name, describe, key, terms } = source
  return {
    name,
    describe,
    key,
    terms,
    facts: source.facts.map((fact) => fact.name),
    settings: source.settings.map((setting) => ({
      variable: settingVariable(source, setting.name),
      describe: setting.describe,
      byDefault: setting.byDefault ?? null,
      isSet: settings[setting.name] !== setting.byDefault,
    })),
  }
}

function stateOf(
  { isOn, problem, source }: KnownFetch,
  job: { isRunning: boolean; lastError: string | null } | undefined,
): SourceState['state'] {
  if (source.facts.length === 0) return 'only compared'
  if (!isOn) return 'off'
  if (problem !== null || job === undefined) return 'needs a setting'
  if (job.isRunning) return 'reading'
  return job.lastError === null ? 'waiting' : 'failing'
}

const KEY_TEXTS = { none: 'not needed', optional: 'optional', required: 'needed' } as const

export interface SourcesContext extends SourceOperations, FetchOperations {
  dataDir: string
  stderr: ProgressStream
  print(line: string): void
}

/** `almanac sources`: public sources that can be fetched, what they do and how to switch them on. */
export async function runSources(args: readonly string[], context: SourcesContext): Promise<void> {
  const [word, name, ...more] = args
  if (word === undefined) return showSources(await context.listSources(), context.print)
  if (name === undefined) throw new UsageError(SOURCES_USAGE)
  if (word === 'check') return checkReference(name, more, context)
  if (word !== 'fill' || more.length > 0) throw new UsageError(SOURCES_USAGE)
  const progress = createProgress(context.stderr)
  const onProgress =
    context.stderr.isTTY === true ? (state: Progress) => progress.update(state) : undefined
  try {
    const summary = await context.fillSource({ source: name, dataDir: context.dataDir, onProgress })
    progress.clear()
    for (const line of summaryLines(name, summary)) context.print(line)
  } finally {
    progress.clear()
  }
}

/** Names what differs; with `--write` the corrected reference data goes to a file. */
async function checkReference(
  source: string,
  more: readonly string[],
  { checkSource, print }: SourcesContext,
): Promise<void> {
  const [option, path, ...rest] = more
  if ((option !== undefined && option !== '--write') || rest.length > 0)
    throw new UsageError(SOURCES_USAGE)
  if (option !== undefined && path === undefined) throw new UsageError(SOURCES_USAGE)
  const { compared, differences, corrected } = await checkSource({ source })
  for (const line of differences) print(line)
  print(`${formatCount(compared)} compared, ${formatCount(differences.length)} differences`)
  if (path === undefined) return
  await writeFile(path, corrected)
  print(`${path} has what the source says; compare it before you use it`)
}

function showSources(sources: readonly SourceState[], print: (line: string) => void): void {
  const rows = sources.map((source) => [
    source.name,
    source.state,
    toIso(source.lastSuccessSec),
    toIso(source.nextSec),
    KEY_TEXTS[source.key],
  ])
  for (const line of alignColumns([
    ['source', 'state', 'last success', 'next turn', 'key'],
    ...rows,
  ]))
    print(line)
  const on = sources
    .filter(({ state }) => state !== 'off' && state !== 'only compared')
    .map(({ name }) => name)
  for (const source of sources) for (const line of detailsOf(source, on)) print(line)
}

function detailsOf(
  { name, describe, state, facts, terms, problem, settings }: SourceState,
  on: readonly string[],
): string[] {
  const switchOn = `  To switch it on: ALMANAC_SOURCES=${[...on, name].join(',')}`
  return [
    '',
    `${name}: ${describe}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`,
    `  Terms: ${terms}`,
    ...(problem === null ? [] : [`  Problem: ${problem}`]),
    ...(state === 'off' ? [switchOn] : []),
    ...(state === 'only compared' ? [`  To compare: almanac sources check ${name}`] : []),
    ...settings.map(
      ({ variable, describe: meaning, byDefault, isSet }) =>
        `  ${variable}${isSet ? ' (set)' : ''}: ${meaning}${byDefault === null ? '' : `; by default ${byDefault}`}`,
    ),
  ]
}

function toIso(sec: number | null): string {
  return sec === null ? '-' : new Date(sec * 1000).toISOString().replace('.000Z', 'Z')
}
