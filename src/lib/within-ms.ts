import { setTimeout as sleep } from 'node:timers/promises'

/** Waits no longer than a limit for what may never end, such as a client that does not read. */
export async function withinMs(limitMs: number, work: Promise<unknown>): Promise<void> {
  const given = new AbortController()
  const timer = sleep(limitMs, undefined, { signal: given.signal }).catch(() => undefined)
  await Promise.race([work.finally(() => given.abort()), timer])
}
