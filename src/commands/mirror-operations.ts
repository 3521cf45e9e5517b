import { setTimeout as sleep } from 'node:timers/promises'
import type { Root } from '../http/route.ts'
import { type Clock, createClock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import type { ExamineImport } from '../runs/import/import-files.ts'
import { listOriginRevisions } from '../runs/mirror/origin-revisions.ts'
import { type CycleProgress, planCycle, runCycle } from '../runs/mirror/run-cycle.ts'
import { HTTP_LIMITS, RateLimitedClient } from '../sources/http/rate-limited-client.ts'
import { Origin, type OriginUrls } from '../sources/mirror/origin.ts'
import type { MirroredDomain } from '../sources/mirror/response.ts'
import type { Store } from '../store/store.ts'

export interface MirrorRequest extends OriginUrls {
  /** Names of domains; empty: all. */
  domains: readonly string[]
  sinceSec: number
  ratePerSec: number
  concurrency: number
  isDryRun: boolean
  /** Guards do not look at what comes. */
  isTrusted?: boolean
  /** Where files are put until they are loaded. */
  workDir: string
  onProgress?: ((progress: CycleProgress) => void) | undefined
}

/** What can be mirrored; the composition root gathers it from the domains. */
export interface Mirrorable {
  mirrored: readonly MirroredDomain[]
  /** Paths of every operation of the contract. */
  routes: readonly { id: string; paths: Readonly<Partial<Record<Root, string>>> }[]
}

const USER_AGENT = 'almanac-mirror'

/** What the command line asks of a mirror. */
export function mirrorOperations(
  store: Store,
  clock: Clock,
  parts: Mirrorable,
  examine?: ExamineImport,
) {
  const optionsOf = (request: MirrorRequest) => ({
    store,
    clock,
    client: openClient(request),
    origin: new Origin(request, new Map(parts.routes.map(({ id, paths }) => [id, paths]))),
    responses: selectResponses(parts.mirrored, request.domains),
    // Of all domains: prices are wanted of what is known, whenever it was mirrored.
    listCoins: parts.mirrored.flatMap(({ listCoins }) => listCoins ?? []),
    sinceSec: request.sinceSec,
    workDir: request.workDir,
    // Some wait for the rate while others are read.
    window: request.concurrency * 2,
    onProgress: request.onProgress,
    examine: request.isTrusted === true ? undefined : examine,
  })
  return {
    mirrorCycle: (request: MirrorRequest) =>
      runCycle({ ...optionsOf(request), isDryRun: request.isDryRun }),
    mirrorPlan: (request: MirrorRequest) => planCycle(optionsOf(request)),
    mirrorDiff: ({ sinceMs, limit }: { sinceMs: number; limit: number }) =>
      listOriginRevisions(
        store,
        parts.mirrored.flatMap(({ responses }) => responses.flatMap(({ carries }) => carries)),
        { sinceMs, limit },
      ),
  }
}

function openClient({ ratePerSec, concurrency }: MirrorRequest): RateLimitedClient {
  // Pauses are in real time, even where the service's clock stands still.
  const dependencies = { fetch, clock: createClock(), sleep, random: Math.random }
  return new RateLimitedClient(
    { ...dependencies, userAgent: USER_AGENT },
    { ...HTTP_LIMITS, ratePerSec, concurrency },
  )
}

function selectResponses(mirrored: readonly MirroredDomain[], wanted: readonly string[]) {
  const known = mirrored.map(({ domain }) => domain)
  for (const name of wanted) {
    if (known.includes(name)) continue
    const near = suggest(name, known)
    const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
    throw new UsageError(`No domain "${name}" can be mirrored.${hint} Known: ${known.join(', ')}.`)
  }
  return mirrored
    .filter(({ domain }) => wanted.length === 0 || wanted.includes(domain))
    .flatMap(({ responses }) => responses)
}
