import { type Logger, pino } from 'pino'
import { withoutControls } from './without-controls.ts'

// A reader that stalls must not stall the service: beyond this, lines are dropped.
const MAX_UNWRITTEN_BYTES = 8_000_000
const USUAL = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

interface Output {
  write(lines: string): unknown
}

/** A logger and its output: whole lines of others that are written there stay in order. */
export type Log = Logger & { readonly output: Output }

export function createLogTo(level: string, output: Output): Log {
  return Object.assign(pino({ level }, output), { output })
}

/** The log of the service on its standard output, as JSON or as lines for people. */
export function createLog(level: string, format: 'json' | 'text'): Log {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_UNWRITTEN_BYTES })
  if (format === 'json') return createLogTo(level, output)
  return createLogTo(level, { write: (line) => output.write(toText(line)) })
}

/** A JSON line of the logger as text; lines of text stay as they are. */
export function toText(line: string): string {
  if (!line.startsWith('{')) return line
  const entry = JSON.parse(line) as Record<string, unknown> & {
    level: number
    time: number
    msg?: string
    err?: { message?: string; stack?: string }
  }
  const level = (pino.levels.labels[entry.level] ?? String(entry.level)).toUpperCase()
  const details = Object.entries(entry)
    .filter(([name]) => !USUAL.has(name))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  const error = entry.err === undefined ? '' : `: ${entry.err.stack ?? entry.err.message}`
  const said = entry.msg === undefined ? '' : ` ${entry.msg}`
  // JSON escapes control characters, which terminals obey; plain text has to do without them.
  const text = withoutControls(`${said}${details.join('')}${error}`)
  return `${new Date(entry.time).toISOString()} ${level}${text}\n`
}
