import type { DemoProgress } from '../demo/demo-world.ts'
import type { Progress } from '../runs/progress.ts'

export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const BAR_WIDTH = 24
const EVERY_MS = 100

/** Shows on a terminal how far some work is, and takes the line away when it ends. */
export async function withProgress<T>(
  stream: ProgressStream,
  work: (progress: ReturnType<typeof createProgress>) => Promise<T>,
): Promise<T> {
  const progress = createProgress(stream)
  try {
    return await work(progress)
  } finally {
    progress.clear()
  }
}

/** A progress line on a terminal: share done, rows, rows per second, time left. */
export function createProgress(
  stream: ProgressStream,
  nowMs: () => number = () => performance.now(),
) {
  let startedMs = nowMs()
  let drawnMs = Number.NEGATIVE_INFINITY
  let phase = ''
  let width = 0
  /** Of a new phase at once, else now and then. */
  const draw = (of: string, lineOf: (seconds: number) => string): void => {
    if (stream.isTTY !== true) return
    const now = nowMs()
    if (of !== phase) startedMs = now
    else if (now - drawnMs < EVERY_MS) return
    phase = of
    drawnMs = now
    const line = lineOf((now - startedMs) / 1000)
    stream.write(`\r${line.padEnd(width)}`)
    width = line.length
  }
  const update = (state: Progress): void =>
    draw(state.phase, (seconds) => progressLine(state, seconds))
  return {
    update,
    /** Absent where nothing is shown, so that nobody counts. */
    onUpdate: stream.isTTY === true ? update : undefined,
    /** So many of all, without rows. */
    step: (name: string, done: number, total: number): void =>
      update({ phase: name, doneBytes: done, totalBytes: total, rows: 0 }),
    /** A line as it is. */
    show: (line: string): void => draw('', () => line),
    /** Takes the line away. */
    clear(): void {
      if (width > 0) stream.write(`\r${' '.repeat(width)}\r`)
      width = 0
    },
  }
}

export function progressLine(state: Progress, seconds: number): string {
  const parts = [state.phase]
  if (state.totalBytes > 0) {
    const share = Math.min(1, state.doneBytes / state.totalBytes)
    const filled = Math.round(share * BAR_WIDTH)
    parts.push(
      `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)}%`,
    )
    if (share > 0 && seconds > 0)
      parts.push(`${formatSeconds((seconds * (1 - share)) / share)} left`)
  } else if (state.doneBytes > 0) parts.push(`${(state.doneBytes / 1e6).toFixed(0)} MB`)
  if (state.rows > 0) {
    parts.push(`${formatCount(state.rows)} rows`)
    if (seconds > 0) parts.push(`${formatCount(Math.round(state.rows / seconds))} rows/s`)
  }
  return parts.join('  ')
}

export function formatCount(count: number): string {
  return Math.round(count)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

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
