import type { Logger } from 'pino'
import { OutageLog } from './outage-log.ts'

export interface Job {
  cancel(): void
  /** When it no longer runs, so that nothing is closed under it. */
  ended(): Promise<void>
}

/** Runs a job at an interval, never twice at once; a failure is logged and retried next time. */
export function every(intervalMs: number, log: Logger, work: () => Promise<unknown>): Job {
  const outage = new OutageLog(log, 'job failed')
  let running: Promise<void> | undefined
  let isCancelled = false
  const run = () => {
    running ??= work()
      .catch((error) => {
        if (!isCancelled) outage.failed(error)
      })
      .then(() => {
        running = undefined
      })
  }
  run()
  const timer = setInterval(run, intervalMs).unref()
  return {
    cancel: () => {
      isCancelled = true
      clearInterval(timer)
      outage.close()
    },
    ended: async () => running,
  }
}
