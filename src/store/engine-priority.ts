import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

// Threads of the runtime itself: its event loop and the helpers of its garbage collector.
const RUNTIME_THREAD = /^node/
const THREADS = '/proc/self/task'
const LOWER_BY = 10

/**
 * The engine's threads give way to the event loop, so that queries do not delay responses that
 * need none. Threads that they start inherit this. Linux only: elsewhere threads have no files.
 */
export function lowerEnginePriority(): void {
  const priority = Math.min(getPriority() + LOWER_BY, constants.priority.PRIORITY_LOW)
  for (const thread of threads()) {
    if (!RUNTIME_THREAD.test(thread.name)) lower(thread.id, priority)
  }
}

function threads(): { id: number; name: string }[] {
  try {
    return readdirSync(THREADS).map((id) => ({
      id: Number(id),
      name: readFileSync(`${THREADS}/${id}/comm`, 'utf8'),
    }))
  } catch {
    return []
  }
}

function lower(id: number, priority: number): void {
  try {
    setPriority(id, priority)
  } catch {
    // A thread that has just ended, or a platform that forbids it: nothing depends on it.
  }
}
