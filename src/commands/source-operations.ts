import { fetchedId } from '../live/run/fetched-source.ts'
import type { Live } from '../live.ts'
import { type KnownFetch, settingVariable } from '../live-fetches.ts'

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

export function sourceOperations(live: Live) {
  return {
    listSources: async (): Promise<SourceState[]> => {
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
    ...{ name, describe, key, terms },
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
