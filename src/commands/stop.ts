import { setTimeout as sleep } from 'node:timers/promises'

// Together less than the ten seconds in which every command ends after a signal.
const UNWIND_MS = 2_000
const MAX_STOP_MS = 9_000
const SAME_KEY_PRESS_MS = 500

/** Aborted by the first SIGTERM, SIGINT or SIGHUP; a second SIGINT ends the process at once. */
export function listenForStop(onSignal: (signal: string) => void = () => undefined): AbortSignal {
  const stopping = new AbortController()
  const stop = (signal: string) => {
    if (stopping.signal.aborted) return
    onSignal(signal)
    const toldMs = performance.now()
    process.on('SIGINT', () => {
      // A terminal and the script that started this process both pass on the same key press.
      if (performance.now() - toldMs > SAME_KEY_PRESS_MS) endNow()
    })
    // Should closing hang, the process must not: what is committed survives a kill.
    setTimeout(endNow, MAX_STOP_MS).unref()
    stopping.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
  return stopping.signal
}

/** Leaving in order would run the engine's exit code under its own threads. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Resolves at the signal. */
export function untilStopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve()
    else stop.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Waits for work, but after the signal only until it had time to unwind. */
export async function finishOrStop(
  work: Promise<void>,
  stop: AbortSignal,
): Promise<'done' | 'stopped'> {
  const stopped = untilStopped(stop).then(async () => {
    await sleep(UNWIND_MS)
    return 'stopped' as const
  })
  try {
    return await Promise.race([work.then(() => 'done' as const), stopped])
  } catch (error) {
    // Whatever fails after the signal fails because of it.
    if (!stop.aborted) throw error
    return 'stopped'
  }
}
