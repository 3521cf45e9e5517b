import { parseDuration } from '../lib/duration.ts'
import { UsageError } from '../lib/errors.ts'
import type { Terminal } from './context.ts'
import type { OptionRead } from './options.ts'

/** Reads the time between cycles, in seconds. */
export function every(leastSec: number, least: string, example: string): OptionRead<number> {
  return (text, name) => {
    const sec = parseDuration(text)
    if (sec === undefined || sec < leastSec)
      throw new UsageError(
        `${name} ${text} is not a duration of ${least} or more, such as ${example}`,
      )
    return sec
  }
}

/** Works once, or again and again until the process ends. */
export async function repeat(
  everySec: number | undefined,
  { sleep }: Pick<Terminal, 'sleep'>,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const startedMs = Date.now()
    await work()
    if (everySec === undefined) return
    await sleep(Math.max(0, startedMs + everySec * 1000 - Date.now()))
  }
}
