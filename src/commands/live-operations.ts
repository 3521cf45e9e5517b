import { toSec } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import type { JobState, LiveJob } from '../live/model/live-job.ts'
import { periodAround } from '../live/model/periods.ts'
import type { LiveContext } from '../live/run/live-context.ts'
import { type PeriodRequest, prepareRun } from '../live/run/prepare-run.ts'
import { runPeriod } from '../live/run/run-period.ts'
import { backfill, listAffectedDays } from '../live/schedule/backfill.ts'
import type { Live } from '../live.ts'
import type { CheckRequest, CollectionCheck } from '../sources/adapters/check/check-collection.ts'
import { listBalances, listFigures } from '../sources/adapters/list-figures.ts'
import { describeGap } from '../sources/model/observations.ts'
import type { AdapterRequest } from './adapter-request.ts'
import type { AdapterTest } from './adapters.ts'
import type { BackfillRequest } from './backfill.ts'
import { firstOfEach } from './run-outcome.ts'
import type { VerifyRequest } from './verify.ts'
import { verifyOn } from './verify-on.ts'

/** Loading takes seconds; several modules are loaded at once. */
const CHECK_LIMITS = { memoryMb: 512, timeSec: 120 }

export interface RunSourceRequest {
  source: string
  /** A timestamp whose full period is read; the newest safe block when none is given. */
  atSec: number | null
}

export type RunSourceSummary = Awaited<ReturnType<typeof summarize>>

export type LiveOperations = ReturnType<typeof liveOperations>

/** What the command line asks of live sources. */
export function liveOperations(live: Live) {
  const { context, scheduler } = live
  return {
    runSource: async ({ source, atSec }: RunSourceRequest) => {
      const job = await getJob(live, source)
      return scheduler.alone(job, async () =>
        summarize(context, await runPeriod(context, job, requestAt(live, job, atSec))),
      )
    },
    /** Hosts a third-party adapter and stores its figures. */
    runAdapter: async (request: AdapterRequest) => {
      const job = await openJob(live, request)
      return scheduler.alone(job, async () =>
        summarize(context, await runPeriod(context, job, await requestOf(live, job, request))),
      )
    },
    /** Values what a third-party adapter says, without storing it. */
    testAdapter: async (request: AdapterRequest): Promise<AdapterTest> => {
      const startedMs = performance.now()
      const job = await openJob(live, request)
      const prepared = await prepareRun(context, job, await requestOf(live, job, request))
      const { seen, prices, holds, flags, unpriced, asked, receipts } = prepared
      const figures = listFigures(seen, prices)
      return {
        ...{ figures, unpriced, holds: firstOfEach(holds), flags: firstOfEach(flags) },
        balances: listBalances(seen, prices),
        lookedUp: asked.flatMap((one) => one.prices),
        refusedHosts: asked.flatMap(({ refusedHosts }) => refusedHosts),
        refusedNodes: asked.reduce((sum, one) => sum + one.refusedNodes, 0),
        requests: asked.reduce((sum, one) => sum + one.requests, 0),
        roundTrips: receipts.reduce((sum, one) => sum + one.roundTrips, 0),
        elapsedMs: Math.round(performance.now() - startedMs),
      }
    },
    /** Loads a whole collection and says what does not load. */
    checkAdapters: async (request: CheckRequest): Promise<CollectionCheck> => {
      const { checkCollection } = await import('../sources/adapters/check/check-collection.ts')
      const address = { name: null, protocol: '', chains: [], kind: null, sdk: null }
      return checkCollection(request, { ...live.adapters, ...address, limits: CHECK_LIMITS })
    },
    backfill: async ({ source, onProgress, ...range }: BackfillRequest) => {
      const job = await getJob(live, source)
      let shown: JobState['progress'] = null
      return backfill(context, job, {
        ...range,
        onProgress: (progress) => {
          shown = { done: progress.done, total: progress.total }
          onProgress?.(progress)
        },
        alone: (work) =>
          scheduler.alone(job, (state) => {
            state.progress = shown
            return work()
          }),
      })
    },
    listAffectedDays: async ({ source }: { source: string }) =>
      listAffectedDays(context, await getJob(live, source)),
    verify: (request: VerifyRequest) => verifyOn(live, request),
  }
}

/** A third-party adapter as a job of its own. */
async function openJob(
  { adapters }: Live,
  { file, at: _, allowedHosts, ...request }: AdapterRequest,
): Promise<LiveJob> {
  const allowed = [...adapters.allowedHosts, ...allowedHosts]
  const { openAdapter } = await import('../sources/adapters/adapter-source.ts')
  const source = await openAdapter(file, { ...adapters, ...request, allowedHosts: allowed })
  return { id: source.id, cadence: source.cadence, step: source.step, sources: [source] }
}

async function requestOf(live: Live, job: LiveJob, asked: AdapterRequest): Promise<PeriodRequest> {
  const request = await periodOf(live, job, asked)
  for (const source of job.sources) {
    const problem =
      (asked.at === null ? undefined : source.whyNoPast) ?? source.whyNot?.(request.atSec)
    if (problem !== undefined) throw new UsageError(problem)
  }
  return request
}

async function periodOf(
  live: Live,
  job: LiveJob,
  { at, chains }: AdapterRequest,
): Promise<PeriodRequest> {
  if (at === null || 'sec' in at) return requestAt(live, job, at?.sec ?? null)
  const [chain = ''] = chains
  // A block is the last one before the second after it.
  const { timestampSec } = await live.context.chains.get(chain).blockNumbered(at.block)
  const { fromSec } = periodAround(job.step, timestampSec)
  return { fromSec, atSec: timestampSec + 1, blocks: new Map([[chain, at.block]]) }
}

/** A job by its own name or by that of one of its sources. */
async function getJob(live: Live, name: string): Promise<LiveJob> {
  // Adapters are slow to load, so they are opened only when no reader has the name.
  if (live.scheduler.findJob(name) === undefined) await live.openAdapters()
  const job = live.scheduler.findJob(name)
  if (job !== undefined) return job
  const source = live.sources.find(({ id }) => id === name || id === `reader:${name}`)
  if (source !== undefined) {
    // Throws what is missing: the node of its chain.
    for (const chain of source.chains) live.context.chains.get(chain)
  }
  const names = live.sources.map(({ id }) => id)
  const near = names.filter((id) => suggest(name, [id, id.slice(id.indexOf(':') + 1)]).length > 0)
  const listed =
    names.length > 0
      ? `There are: ${names.join(', ')}.`
      : 'There are none yet: docs/adapters.md shows how to add one.'
  const hint = near.length > 0 ? `Is it ${near.join(' or ')}?` : listed
  throw new UsageError([`No live source is called "${name}". ${hint}`, ...live.problems].join('\n'))
}

function requestAt({ context }: Live, { step }: LiveJob, atSec: number | null): PeriodRequest {
  const nowSec = toSec(context.clock.nowMs())
  if (atSec === null)
    return { fromSec: periodAround(step, nowSec).fromSec, atSec: nowSec, newest: true }
  if (atSec > nowSec)
    throw new UsageError(
      `--at: ${new Date(atSec * 1000).toISOString()} lies in the future; a date means the end of that day, and without --at the present is read`,
    )
  // A full hour or day that has just ended is meant when its end is named.
  const period = periodAround(step, atSec - 1)
  return period.atSec > nowSec ? { fromSec: period.fromSec, atSec } : period
}

async function summarize(
  { remark, store }: LiveContext,
  { run, prepared }: Awaited<ReturnType<typeof runPeriod>>,
) {
  const { seen, holds, flags, unpriced } = prepared
  const { id, accepted, rejected, held } = run
  return {
    ...{ run: id, accepted, rejected, held, unpriced },
    holds: firstOfEach(holds),
    flags: firstOfEach(flags),
    /** What could not be read, a sentence each. */
    gaps: seen.gaps.map(describeGap),
    /** Where figures do not show, and why. */
    remarks: await remark(seen, store.snapshot()),
  }
}
