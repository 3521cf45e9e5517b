import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Peer, residentMb } from '../../support/processes.ts'
import type { Report } from '../../support/report.ts'

/** What a service uses at rest. */
export interface Use {
  readonly mb: number
  readonly sockets: number
  /** Files of the data directory, which the engine opens and keeps as it reads. */
  readonly data: number
  /** Other files, pipes and watchers. */
  readonly others: number
  /** In the folders of exports and imports. */
  readonly spooled: number
}

/** So long a service may take to be at rest after a storm. */
export const MAX_SETTLE_MS = 60_000
const POLL_MS = 1_000
/** Listeners, and connections of this program that are kept alive. */
const MAX_SOCKETS_AT_REST = 8
const MAX_GROWTH_MB = 200
const MAX_MORE_OTHERS = 5
const MAX_MORE_DATA = 20

/** Files that the engine has open for a merge; more are of questions. */
const MAX_DATA_AT_REST = 20

/** Measures when the connections and questions of the storm are gone, or when that took too long. */
export async function measureAtRest(service: Peer, dataDir: string): Promise<Use> {
  const endMs = performance.now() + MAX_SETTLE_MS
  for (;;) {
    const use = measure(service, dataDir)
    const isAtRest = use.sockets <= MAX_SOCKETS_AT_REST && use.data <= MAX_DATA_AT_REST
    if (isAtRest || performance.now() > endMs) return use
    await sleep(POLL_MS)
  }
}

function measure({ pid }: Peer, dataDir: string): Use {
  const targets = listOpen(pid)
  const sockets = targets.filter((target) => target.startsWith('socket:')).length
  const data = targets.filter((target) => target.startsWith(dataDir)).length
  return {
    mb: residentMb(pid),
    sockets,
    data,
    others: targets.length - sockets - data,
    spooled: ['spool', 'rejects'].flatMap((name) => list(join(dataDir, name))).length,
  }
}

function listOpen(pid: number): string[] {
  return list(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)]
    } catch {
      // Closed meanwhile.
      return []
    }
  })
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export function writeUse(report: Report, warm: Use, end: Use): void {
  const more = (what: string, name: keyof Use, max: number, unit = '') =>
    report.add(
      `${what}, after the first fifth and at the end`,
      `${warm[name]}${unit}, ${end[name]}${unit}`,
      `≤ ${max}${unit} more`,
      end[name] - warm[name] <= max,
    )
  more('resident memory', 'mb', MAX_GROWTH_MB, ' MB')
  report.add(
    `sockets within ${MAX_SETTLE_MS / 1000} s of the first fifth and of the end`,
    `${warm.sockets}, ${end.sockets}`,
    `≤ ${MAX_SOCKETS_AT_REST}`,
    end.sockets <= MAX_SOCKETS_AT_REST,
  )
  more('open files of the data directory', 'data', MAX_MORE_DATA)
  more('other files, pipes and watchers', 'others', MAX_MORE_OTHERS)
  report.add('files left in spool and rejects', String(end.spooled), '0', end.spooled === 0)
}
