import { hash } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Peer, residentMb, type Service } from '../../support/processes.ts'
import type { Report } from '../../support/report.ts'

const PATHS = ['/v2/chains', '/protocols', '/prices/current/aggregator:bitcoin?searchWidth=1w']
/** So long a service may take to be at rest after a storm. */
export const MAX_SETTLE_MS = 60_000
const POLL_MS = 250
/** Listeners, and connections of this program that are kept alive. */
const MAX_SOCKETS_AT_REST = 8
/** Files that the engine has open for a merge; more are of requests. */
const MAX_DATA_AT_REST = 20
const MAX_MORE = { mb: 200, data: 20, others: 5 }

/** What was found last, and after how long it was as it should be; `undefined`: it never was. */
async function settle<T>(
  look: () => Promise<T> | T,
  isAtRest: (found: T) => boolean,
): Promise<{ found: T; tookMs: number | undefined }> {
  const startedMs = performance.now()
  for (;;) {
    const found = await look()
    const tookMs = performance.now() - startedMs
    if (isAtRest(found)) return { found, tookMs }
    if (tookMs > MAX_SETTLE_MS) return { found, tookMs: undefined }
    await sleep(POLL_MS)
  }
}

/** What a service answers to plain requests when nobody else asks. */
export async function askAtRest(service: Peer): Promise<string[]> {
  const arePlain = (all: string[]) => all.every((response) => response.includes(' 200 '))
  const { found, tookMs } = await settle(() => ask(service), arePlain)
  if (tookMs === undefined) throw new Error(`no plain answers: ${found.join(', ')}`)
  return found
}

/** After how long the responses are as they were; undefined when they are not in time. */
export async function sameAgainMs(
  service: Peer,
  before: readonly string[],
): Promise<number | undefined> {
  const isSame = (now: string[]) => now.join() === before.join()
  const { found, tookMs } = await settle(() => ask(service), isSame)
  if (tookMs === undefined)
    console.log(`  before: ${before.join(', ')}\n  afterwards: ${found.join(', ')}`)
  return tookMs
}

function ask({ url }: Peer): Promise<string[]> {
  return Array.fromAsync(PATHS, async (path) => {
    try {
      const response = await fetch(url + path, { headers: { connection: 'close' } })
      return `${path} ${response.status} ${hash('sha256', await response.text())}`
    } catch (error) {
      return `${path} ${(error as Error).message} ${Object((error as Error).cause).message}`
    }
  })
}

/** What a service uses at rest: open files apart by what they are, and what lies in its folders of exports and imports. */
export type Use = ReturnType<typeof measure>

/** Measures when the connections and requests of the storm are gone, or when that took too long. */
export async function measureAtRest(service: Service): Promise<Use> {
  const isAtRest = ({ sockets, data }: Use) =>
    sockets <= MAX_SOCKETS_AT_REST && data <= MAX_DATA_AT_REST
  return (await settle(() => measure(service), isAtRest)).found
}

function measure({ pid, dataDir }: Service) {
  const folder = `/proc/${pid}/fd`
  const targets = orNone(readdirSync, folder).flatMap((name) =>
    orNone((path) => [readlinkSync(path)], join(folder, name)),
  )
  const sockets = targets.filter((target) => target.startsWith('socket:')).length
  // The engine opens these and keeps them as it reads.
  const data = targets.filter((target) => target.startsWith(dataDir)).length
  const spooled = ['spool', 'rejects'].flatMap((name) => orNone(readdirSync, join(dataDir, name)))
  return {
    ...{ mb: residentMb(pid), sockets, data, spooled: spooled.length },
    // Other files, pipes and watchers.
    others: targets.length - sockets - data,
  }
}

/** Nothing of what does not exist, or was closed meanwhile. */
function orNone(read: (path: string) => string[], path: string): string[] {
  try {
    return read(path)
  } catch {
    return []
  }
}

export function writeUse(report: Report, warm: Use, end: Use): void {
  const more = (what: string, name: keyof typeof MAX_MORE, unit = '') =>
    report.add(
      `${what}, after the first fifth and at the end`,
      `${warm[name]}${unit}, ${end[name]}${unit}`,
      `≤ ${MAX_MORE[name]}${unit} more`,
      end[name] - warm[name] <= MAX_MORE[name],
    )
  more('resident memory', 'mb', ' MB')
  report.add(
    `sockets within ${MAX_SETTLE_MS / 1000} s of the first fifth and of the end`,
    `${warm.sockets}, ${end.sockets}`,
    `≤ ${MAX_SOCKETS_AT_REST}`,
    end.sockets <= MAX_SOCKETS_AT_REST,
  )
  more('open files of the data directory', 'data')
  more('other files, pipes and watchers', 'others')
  report.none('files left in spool and rejects', end.spooled)
}
