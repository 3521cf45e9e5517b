import { at } from '../../lib/at.ts'
import type { LiveSource, Step } from '../../sources/model/live-source.ts'

/** Sources that are read together, so that a protocol's record of a timestamp is whole. */
export interface LiveJob {
  /** What its runs are called. */
  readonly id: string
  readonly cadence: string
  readonly step: Step
  readonly sources: readonly LiveSource[]
}

/** Groups sources that belong to the same thing and are due at the same times. */
export function groupJobs(sources: readonly LiveSource[]): LiveJob[] {
  const groups = Map.groupBy(sources, ({ belongsTo, step, cadence }) =>
    JSON.stringify([belongsTo, step, cadence]),
  )
  return [...groups.values()].map((members) => {
    const { id, belongsTo, cadence, step } = at(members, 0)
    const name = members.length === 1 ? id : `live:${belongsTo} ${step} ${cadence}`
    return { id: name, cadence, step, sources: members }
  })
}

/** The state of a job, as status, freshness and metrics show it. */
export interface JobState {
  id: string
  sources: string[]
  cadence: string
  isRunning: boolean
  /** Periods done and to do in the cycle that is running. */
  progress: { done: number; total: number } | null
  /** End of the newest period that is in the store, Unix seconds. */
  newestSec: number | null
  nextSec: number | null
  lastRun: number | null
  lastError: string | null
  lastErrorSec: number | null
}

export function newJobState({ id, sources, cadence }: LiveJob): JobState {
  return {
    id,
    sources: sources.map((source) => source.id),
    cadence,
    isRunning: false,
    progress: null,
    newestSec: null,
    nextSec: null,
    lastRun: null,
    lastError: null,
    lastErrorSec: null,
  }
}
