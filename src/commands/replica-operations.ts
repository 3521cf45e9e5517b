import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClock } from '../lib/clock.ts'
import { openFolder, openService, type PullOrigin } from '../runs/pull/origin.ts'
import { type PullProgress, pull } from '../runs/pull/pull.ts'
import { markReplica } from '../runs/pull/replica-mark.ts'
import { type SnapshotRequest, writeSnapshot } from '../runs/snapshot/write-snapshot.ts'
import { RateLimitedClient } from '../sources/http/rate-limited-client.ts'
import type { Store } from '../store/store.ts'

export interface PullRequest {
  /** A URL, or the absolute path of a folder. */
  origin: string
  key: string | undefined
  dataDir: string
  onProgress?: ((progress: PullProgress) => void) | undefined
}

const USER_AGENT = 'almanac-pull'

/** What the command line asks about snapshots and replicas. */
export function replicaOperations(store: Store) {
  let writing: Promise<unknown> = Promise.resolve()
  return {
    // Two at a time would write the same files.
    writeSnapshot: (request: SnapshotRequest) => {
      const written = writing.catch(() => undefined).then(() => writeSnapshot(store, request))
      writing = written
      return written
    },
    pull: async (request: PullRequest) => {
      const workDir = join(request.dataDir, 'pull')
      const origin = openOrigin(store, request, workDir)
      if (store.journal.latest === 0) await markReplica(request.dataDir, origin.name)
      return pull(store, origin, { workDir, onProgress: request.onProgress })
    },
  }
}

function openOrigin({ facts }: Store, { origin, key }: PullRequest, workDir: string): PullOrigin {
  if (!isUrl(origin)) return openFolder(origin, facts)
  // Pauses are in real time, even where the service's clock stands still.
  const dependencies = { fetch, clock: createClock(), sleep, random: Math.random }
  const client = new RateLimitedClient({ ...dependencies, userAgent: USER_AGENT })
  return openService(client, facts, { url: origin, key, workDir })
}

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text)
}
