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
  const groups = new Map<string, LiveSource[]>()
  for (const source of sources) {
    const group = JSON.stringify([source.belongsTo, source.step, source.cadence])
    groups.set(group, [...(groups.get(group) ?? []), source])
  }
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    if (first === undefined) return []
    const { id, belongsTo, cadence, step } = first
    return [
      {
        id: members.length === 1 ? id : `live:${belongsTo} ${step} ${cadence}`,
        cadence,
        step,
        sources: members,
      },
    ]
  })
}

/** The state of a job, as status, freshness and metrics show it. */
export interface JobState {
  id: string
  sources: string[]
  cadence: string
  isRunning: boolean
  /** Periods done and to do in the turn that is running. */
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
