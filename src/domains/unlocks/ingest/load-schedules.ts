import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../../../lib/clock.ts'
import { UsageError } from '../../../lib/errors.ts'
import { sql } from '../../../lib/sql.ts'
import type { ImportOptions } from '../../../runs/import/import-files.ts'
import type { ImportSummary } from '../../../runs/import/import-summary.ts'
import { hasDemo } from '../../../runs/remove-demo.ts'
import { commitRun } from '../../../runs/run.ts'
import type { Run } from '../../../store/journal.ts'
import type { Store } from '../../../store/store.ts'
import { unlockSchedules } from '../facts.ts'
import {
  listScheduleFiles,
  readScheduleFiles,
  SCHEDULES_FOLDER,
  type ScheduleFile,
} from './schedule-files.ts'

/** What is imported from the files. */
export const SCHEDULES_METHODOLOGY =
  'Unlock schedules as people write them, one JSON file each (docs/unlock-schedules.md): every file is checked, kept whole, and replaces what it said before. A schedule of the demo world is taken only there.'

/** Stores changes of `data/unlocks` as one run; of an invalid file the earlier content stays. */
export async function loadSchedules(
  store: Store,
  clock: Clock,
  log: Pick<Logger, 'error' | 'info'>,
  folder = SCHEDULES_FOLDER,
): Promise<void> {
  const paths = listScheduleFiles(folder)
  const { good, problems } = readScheduleFiles(paths)
  for (const problem of problems) log.error(problem)
  const known = await readKnown(store)
  const rows = (await ofThisWorld(good, store)).map((file) => toRow(file, folder))
  const changed = rows.filter(
    ({ id, file, schedule }) =>
      known.get(id)?.schedule !== schedule || known.get(id)?.file !== file,
  )
  const names = new Set(paths.map((path) => basename(path)))
  const gone = [...known.values()]
    .filter(({ file, schedule }) => file !== null && schedule !== null && !names.has(file))
    .map((row) => ({ ...row, schedule: null }))
  if (changed.length + gone.length === 0) return
  await write(store, clock, [...changed, ...gone])
  log.info(
    { loaded: changed.map(({ id }) => id), takenAway: gone.map(({ id }) => id) },
    'unlock schedules',
  )
}

/** `almanac import unlocks <files or folders…>`: all files or, with an invalid one, none. */
export async function importSchedules(
  store: Store,
  clock: Clock,
  { files, again = false }: ImportOptions,
): Promise<ImportSummary> {
  const startedMs = performance.now()
  const { good, problems } = readScheduleFiles(files.flatMap(listPaths))
  if (problems.length > 0) throw new UsageError(`${problems.join('\n')}\nnothing was imported`)
  const rows = (await ofThisWorld(good, store)).map((file) => toRow(file, SCHEDULES_FOLDER))
  if (rows.length === 0)
    throw new UsageError(
      'no schedules were found, or only those of the demo world; nothing was imported',
    )
  const known = await readKnown(store)
  const changed = again ? rows : rows.filter((row) => known.get(row.id)?.schedule !== row.schedule)
  const run =
    changed.length > 0
      ? await write(store, clock, changed)
      : await newestRun(
          store,
          rows.flatMap(({ id }) => known.get(id)?.run ?? []),
        )
  return {
    run: run.id,
    committedAtMs: run.atMs,
    alreadyKnown: changed.length === 0,
    accepted: changed.length,
    rejected: 0,
    held: 0,
    rejectsFile: undefined,
    ignoredColumns: [],
    seconds: (performance.now() - startedMs) / 1000,
  }
}

async function newestRun(store: Store, ids: readonly number[]): Promise<Run> {
  const run = await store.journal.find(Math.max(...ids))
  if (run === undefined) throw new Error(`The runs ${ids.join(', ')} are not in the journal.`)
  return run
}

/** Schedules of the demo world are not mixed with real data. */
async function ofThisWorld(files: readonly ScheduleFile[], store: Store): Promise<ScheduleFile[]> {
  const isDemo = await hasDemo(store)
  return files.filter(({ schedule }) => !schedule.isDemo || isDemo)
}

interface ScheduleRow {
  id: string
  file: string | null
  schedule: string | null
}

/** A file of the folder can be removed again; one from elsewhere stays until it is replaced. */
export function toRow({ id, path, text }: ScheduleFile, folder: string): ScheduleRow {
  return { id, file: dirname(path) === folder ? basename(path) : null, schedule: text }
}

function listPaths(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new UsageError(`${basename(path)}: there is no such file`)
  return found.isDirectory() ? listScheduleFiles(path) : [path]
}

function write(store: Store, clock: Clock, rows: readonly ScheduleRow[]): Promise<Run> {
  return commitRun(store, { source: 'data/unlocks', clock, again: true }, async (stage) => {
    await stage.insertRows(
      unlockSchedules,
      rows.map(({ id, file, schedule }) => ({ id, file, schedule })),
    )
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
}

async function readKnown(store: Store): Promise<Map<string, ScheduleRow & { run: number }>> {
  const snapshot = store.snapshot()
  const rows = await snapshot.query<ScheduleRow & { run: number }>(
    sql`SELECT id, file, schedule, run FROM ${snapshot.current(unlockSchedules)}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
