import type { LiveJob } from './live-job.ts'

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
