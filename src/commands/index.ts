import { adapters } from './adapters.ts'
import { backfill } from './backfill.ts'
import { backup } from './backup.ts'
import { completion } from './completion.ts'
import { config } from './config.ts'
import type { Command, Family } from './context.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { exportFact } from './export.ts'
import { facts } from './facts.ts'
import { hooks } from './hooks.ts'
import { importFiles } from './import.ts'
import { keys } from './keys.ts'
import { mcp } from './mcp.ts'
import { mirror } from './mirror.ts'
import { pull } from './pull.ts'
import { quality } from './quality.ts'
import { restore } from './restore.ts'
import { run } from './run.ts'
import { runs } from './runs.ts'
import { serve } from './serve.ts'
import { snapshot } from './snapshot.ts'
import { sources } from './sources.ts'
import { sql } from './sql.ts'
import { status } from './status.ts'
import { verify } from './verify.ts'

interface Group {
  readonly title: string
  readonly entries: readonly (Command | Family)[]
}

/** Every command, as the help shows them. */
export const GROUPS: readonly Group[] = [
  { title: 'Run', entries: [serve, mcp, demo, completion] },
  { title: 'Data in', entries: [importFiles, run, backfill, sources, adapters, mirror, pull] },
  { title: 'Data out', entries: [exportFact, sql, snapshot, facts] },
  { title: 'Trust', entries: [quality, verify, runs] },
  { title: 'Operate', entries: [status, doctor, config, keys, hooks, backup, restore] },
]

export const FAMILIES: readonly Family[] = GROUPS.flatMap(({ entries }) =>
  entries.flatMap((entry) => ('commands' in entry ? [entry] : [])),
)

export const COMMANDS: readonly Command[] = GROUPS.flatMap(({ entries }) =>
  entries.flatMap((entry) => ('commands' in entry ? entry.commands : [entry])),
)
