import type { DemoProgress } from '../demo/demo-world.ts'
import { formatSeconds, type ProgressStream } from './progress.ts'

// A log is not a terminal: a line now and then says that the start goes on.
const LOG_EVERY_MS = 5_000

/** Shows how far the demo world is: one line that is redrawn on a terminal, a few in a log. */
export function createDemoProgress(
  stream: ProgressStream,
  nowMs: () => number = () => performance.now(),
): DemoProgress {
  const startedMs = nowMs()
  let loggedMs = startedMs
  let width = 0
  return ({ written, total, running }) => {
    const now = nowMs()
    const seconds = formatSeconds((now - startedMs) / 1000)
    const names = running.length === 0 ? '' : `; now ${running.join(', ')}`
    const line = `Making the demo world: ${written} of ${total} parts, ${seconds}${names}`
    if (stream.isTTY === true) {
      const shown = line.slice(0, (stream.columns ?? Number.POSITIVE_INFINITY) - 1)
      stream.write(`\r${shown.padEnd(width)}${written === total ? '\n' : ''}`)
      width = shown.length
    } else if (now - loggedMs >= LOG_EVERY_MS || written === total) {
      stream.write(`${line}\n`)
      loggedMs = now
    }
  }
}
