import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { at } from '../../src/lib/at.ts'
import type { LoadOutcome, LoadRequest } from './load-client.ts'
import { alternately, longestBlockMs } from './measure.ts'
import { FROZEN_DEMO, run, type Service } from './processes.ts'
import type { Report } from './report.ts'
import { secondsAt } from './size.ts'

const NOW_SEC = Date.parse(FROZEN_DEMO.ALMANAC_CLOCK) / 1000
const SECONDS = secondsAt(8)
const ROUNDS = 3

export interface Load {
  requests: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  errors: number
}

/** A bounded load from a second process: 64 kept-alive connections, unless told otherwise. */
export async function load(
  url: string,
  options: {
    seconds?: number
    connections?: number
    headers?: Record<string, string>
    script?: string
  } = {},
): Promise<Load> {
  const named = Object.entries(options.headers ?? {})
  const headers = named.flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = options.script === undefined ? [] : ['-s', options.script]
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${options.connections ?? 64}`,
    `-d${options.seconds ?? 5}`,
    '--latency',
    ...headers,
    ...script,
    url,
  ])
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
  return {
    requests: number(/(\d+) requests in/),
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: toMs(/50%\s+([\d.]+\w+)/.exec(stdout)?.[1]),
    p99Ms: toMs(/99%\s+([\d.]+\w+)/.exec(stdout)?.[1]),
    errors: number(/Non-2xx or 3xx responses: (\d+)/),
  }
}

/** A script for `load`: another path each time, a Lua expression in which `n` is another number. */
export function writeScript(folder: string, path: string, before = ''): string {
  const file = join(folder, `${hash('sha256', path)}.lua`)
  const lines = [
    'local n = os.time() % 60000 * 1000',
    'request = function()',
    '  n = n + 1',
    `  ${before}`,
    `  return wrk.format("GET", ${path})`,
    'end',
  ]
  writeFileSync(file, lines.join('\n'))
  return file
}

export interface Client {
  /** What became of its requests, when its time is over. */
  readonly outcome: Promise<LoadOutcome>
  stop(): Promise<LoadOutcome>
}

/** A process that sends requests for some seconds, or until it is stopped. */
export function startClient(request: LoadRequest, isAway = false): Client {
  const program = join(import.meta.dirname, 'load-client.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, JSON.stringify(request)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // One that stands for a client on another machine gives way to those that are measured.
  if (isAway && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  process.once('exit', () => child.kill('SIGKILL'))
  const outcome = text(child.stdout).then((said) => JSON.parse(said) as LoadOutcome)
  return {
    outcome,
    stop: () => {
      child.kill('SIGTERM')
      return outcome
    },
  }
}

/** p99 of cached and uncached responses while another client is busy, as a multiple of it alone. */
export async function compareBeside(
  report: Report,
  service: Service,
  other: { request: LoadRequest; what: string; limits: { cached: number; uncached: number } },
): Promise<void> {
  const { url, dataDir } = service
  const path = `"/prices/historical/" .. (${NOW_SEC} - n) .. "/aggregator:bitcoin"`
  const script = writeScript(dataDir, path)
  const cached = () => load(`${url}/v2/chains`, { seconds: SECONDS, connections: 8 })
  const uncached = () => load(url, { seconds: SECONDS, connections: 2, script })
  await (await fetch(`${url}/v2/chains`)).text()
  await uncached()
  const rest = await alternately(ROUNDS, { cached, uncached })
  const client = startClient(other.request, true)
  const busy = await alternately(ROUNDS, { cached, uncached })
  const blockMs = await longestBlockMs(service, uncached)
  const { admitted, refused, failed } = await client.stop()
  for (const kind of ['cached', 'uncached'] as const) {
    const [alone, beside] = [middle(rest[kind]), middle(busy[kind])]
    const ratio = beside.p99Ms / alone.p99Ms
    report.add(
      `${kind} responses`,
      `${ratio.toFixed(1)} (p99 ${alone.p99Ms.toFixed(1)} → ${beside.p99Ms.toFixed(1)} ms, p50 ${alone.p50Ms.toFixed(1)} → ${beside.p50Ms.toFixed(1)} ms, ${Math.round(alone.requestsPerSecond)} → ${Math.round(beside.requestsPerSecond)} a second, ${beside.errors} errors)`,
      `≤ ${other.limits[kind]}`,
      ratio <= other.limits[kind] && beside.errors === 0,
    )
  }
  report.add('longest time the event loop was held meanwhile', `${Math.round(blockMs)} ms`)
  report.add(other.what, `${admitted} made, ${refused + failed} refused`)
}

/** The load of the round whose p99 is in the middle. */
function middle(rounds: readonly Load[]): Load {
  const inOrder = rounds.toSorted((a, b) => a.p99Ms - b.p99Ms)
  return at(inOrder, Math.floor(rounds.length / 2))
}

function toMs(text = '0ms'): number {
  const [, amount, unit] = /([\d.]+)(us|ms|s|m)/.exec(text) ?? []
  return Number(amount) * ({ us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit ?? 'ms'] ?? 1)
}
