import { type Clock, toSec } from '../../lib/clock.ts'
import { invalidParameter } from '../../lib/errors.ts'
import type { Journal } from '../../store/journal.ts'
import type { PageStart } from '../lists/page-start.ts'
import type { Route } from '../route.ts'

// A run that is being committed, perhaps by another machine, may still count for a younger timestamp.
const SETTLED_AFTER_MS = 60_000

/** What a request is about: the present, or what was known at a time (`asOf`, `cursor`). */
export interface RequestTime {
  /** The newest run that is visible. */
  readonly run: number
  /** "Now", cut down to the route's step. */
  readonly nowSec: number
  /** Changes exactly when a response may. */
  readonly version: string
  readonly isPast: boolean
  /** Nothing that is committed from here on can change the response. */
  readonly isSettled: boolean
}

export async function requestTimeOf(
  route: Route,
  { asOfMs, page }: { asOfMs: number | undefined; page?: PageStart | undefined },
  { journal, clock }: { journal: Journal; clock: Clock },
): Promise<RequestTime> {
  const presentMs = clock.nowMs()
  if (page !== undefined) return requestTimeOfPage(route, page, { journal, presentMs })
  const isPast = asOfMs !== undefined
  const run = isPast ? await journal.latestAt(asOfMs) : journal.latest
  const nowMs = isPast ? Math.min(presentMs, asOfMs) : presentMs
  return {
    run,
    nowSec: nowStep(route, nowMs),
    version: await versionAt(route, run, { journal, nowMs }),
    isPast,
    isSettled: isPast && (run < journal.latest || asOfMs <= presentMs - SETTLED_AFTER_MS),
  }
}

/** All pages of a list show the state of its first one, which no later run changes. */
async function requestTimeOfPage(
  route: Route,
  { run, nowSec }: PageStart,
  { journal, presentMs }: { journal: Journal; presentMs: number },
): Promise<RequestTime> {
  if (run > journal.latest || nowSec > toSec(presentMs))
    throw invalidParameter(
      'cursor',
      'is of data that is not here. Ask without it for the first page.',
    )
  const version = await versionAt(route, run, { journal, nowMs: nowSec * 1000 })
  return { run, nowSec, version, isPast: true, isSettled: true }
}

interface Present {
  journal: Journal
  nowMs: number
}

/** The version of a response: of the facts its route reads, and its step of the clock. */
async function versionAt(route: Route, run: number, { journal, nowMs }: Present): Promise<string> {
  const version = route.versionedByRun ? run : await journal.versionAt(route.reads, run)
  return `${version}.${nowStep(route, nowMs)}`
}

/** The same at present, which is known without asking. */
export function versionNow(route: Route, { journal, nowMs }: Present): string {
  const version = route.versionedByRun ? journal.latest : journal.versionOfAny(route.reads)
  return `${version}.${nowStep(route, nowMs)}`
}

/** A route that does not depend on the clock has a single step. */
function nowStep(route: Route, nowMs: number): number {
  const nowSec = toSec(nowMs)
  return route.nowStepSec === 0 ? 0 : nowSec - (nowSec % route.nowStepSec)
}
