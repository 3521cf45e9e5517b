import Type from 'typebox'
import { at } from '../../lib/at.ts'
import { DAY_SEC, dayStart, toSec } from '../../lib/clock.ts'
import type { JobState } from '../../live/model/live-job.ts'
import type { Fact } from '../../store/fact.ts'
import type { Run } from '../../store/journal.ts'
import type { FactTotals } from '../../store/run-block.ts'
import { boolean, integer, nullableText, string, timeText, unixDay } from '../described.ts'
import { someOf, whole } from '../parameters.ts'
import { defineMetaRoute, type MetaServices } from '../route.ts'
import { namedShape, nullable, shape } from '../schemas.ts'

const MAX_HISTORY_DAYS = 90

const jobShape = namedShape('LiveJob', {
  source: string('What its runs are called'),
  cadence: string('When it is due, as a cron pattern in UTC'),
  running: boolean('It is running now'),
  progress: nullable(
    shape(
      {
        done: integer('Periods that are done'),
        total: integer('Periods in all'),
      },
      { description: 'Periods of the cycle that is running; null when none is' },
    ),
  ),
  newestPoint: nullable(integer('End of the newest period that is in the store, Unix seconds')),
  ageSeconds: nullable(integer('Age of newestPoint in seconds; null without one')),
  nextAt: nullable(timeText('When it is due next')),
  lastRun: nullable(integer('Number of its newest run; null before the first')),
  lastError: nullableText('What went wrong last; null when nothing did'),
  lastErrorAt: nullable(string('When that was, ISO 8601; null when nothing did')),
})

export const getFreshness = defineMetaRoute({
  id: 'meta.getFreshness',
  summary: 'How old each fact is',
  describe:
    'The time of each fact’s newest point, its age in seconds, and when the newest run was committed; a fact without rows has null. And the sources that are read live: what each is doing, how new it is, when it is due, and what went wrong last.',
  paths: { free: '/meta/freshness' },
  query: {
    include: someOf('`expected` adds how often each fact gets newer, and whether it is late.', [
      'expected',
    ]),
    history: whole('Days before today to show each fact’s age of, at the end of the day.', {
      min: 0,
      max: MAX_HISTORY_DAYS,
      byDefault: 0,
      example: 90,
    }),
  },
  response: shape({
    facts: Type.Array(
      shape({
        fact: string('Name of the fact'),
        newestPoint: nullable(
          integer('Valid time of the newest row, Unix seconds; null without rows'),
        ),
        ageSeconds: nullable(integer('Age of newestPoint in seconds; null without rows')),
        lastRun: nullable(integer('Number of the newest run that touched it; null without rows')),
        lastRunAt: nullable(string('When that was committed, ISO 8601; null without rows')),
        expectedSeconds: Type.Optional(
          nullable(
            integer('How often it gets newer: the median of its last 30 steps; null before three'),
          ),
        ),
        isLate: Type.Optional(
          nullable(boolean('It is older than two such steps; null when none is expected')),
        ),
        history: Type.Optional(
          Type.Array(
            shape({
              day: unixDay(),
              ageSeconds: nullable(
                integer('Age of its newest point at the end of the day; null without rows'),
              ),
            }),
            { description: 'Oldest first' },
          ),
        ),
      }),
      { description: 'One entry per fact' },
    ),
    sources: Type.Array(jobShape, { description: 'Sources that are read live' }),
  }),
  example: {
    facts: [
      {
        fact: 'prices',
        newestPoint: 1_760_000_000,
        ageSeconds: 42,
        lastRun: 12,
        lastRunAt: '2026-01-31T00:00:00.000Z',
      },
    ],
    sources: [],
  },
  table: '{kind of facts,sources}[]',
  reads: [],
  nowStepSec: 1,
  cached: false,
  handler: async ({ query }, { snapshot, nowSec }, services) => {
    const now = await knownAt(services, snapshot.run)
    const days = await listDays(services, query.history, nowSec)
    const facts = [...services.store.facts.values()].map((fact) => {
      const { run, newestSec } = newestOf(fact, now)
      const ageSeconds = ageOf(newestSec, nowSec)
      return {
        fact: fact.name,
        newestPoint: newestSec,
        ageSeconds,
        lastRun: run?.id ?? null,
        lastRunAt: run === undefined ? null : new Date(run.atMs).toISOString(),
        ...(query.include.has('expected') && expectation(fact, now, ageSeconds)),
        ...(query.history > 0 && { history: days.map((day) => ageOn(fact, day)) }),
      }
    })
    return { facts, sources: services.liveJobs().map((job) => describeJob(job, nowSec)) }
  },
})

/** What facts had when a run was the newest, and the runs that had touched them last. */
interface Known {
  totals: FactTotals
  runs: ReadonlyMap<number, Run>
}

async function knownAt({ store: { journal, facts } }: MetaServices, run: number): Promise<Known> {
  const totals = await journal.totalsAt(run)
  const runs = await journal.findAll([...facts.keys()].map((fact) => totals.of(fact).run))
  return { totals, runs }
}

/** The newest run of a fact and its newest point. */
function newestOf({ name, time }: Fact, { totals, runs }: Known) {
  const total = totals.of(name)
  const run = runs.get(total.run)
  // Things without a time are as new as what was last said about them.
  return { run, newestSec: time === undefined && run ? toSec(run.atMs) : total.newestSec }
}

function expectation({ name, time }: Fact, { totals }: Known, ageSec: number | null) {
  // Descriptions change when they change.
  const expectedSeconds = time === undefined ? null : expectedStep(totals.of(name).timestamps)
  return { expectedSeconds, isLate: isLate(ageSec, expectedSeconds) }
}

interface KnownDay extends Known {
  day: number
}

async function listDays(services: MetaServices, count: number, nowSec: number) {
  const days: KnownDay[] = []
  for (let day = dayStart(nowSec) - count * DAY_SEC; days.length < count; day += DAY_SEC) {
    const until = await services.store.journal.latestAt((day + DAY_SEC) * 1000 - 1)
    days.push({ day, ...(await knownAt(services, until)) })
  }
  return days
}

function ageOn(fact: Fact, { day, ...known }: KnownDay) {
  return { day, ageSeconds: ageOf(newestOf(fact, known).newestSec, day + DAY_SEC) }
}

function describeJob(job: JobState, nowSec: number) {
  return {
    source: job.id,
    cadence: job.cadence,
    running: job.isRunning,
    progress: job.progress,
    newestPoint: job.newestSec,
    ageSeconds: ageOf(job.newestSec, nowSec),
    nextAt: toIso(job.nextSec),
    lastRun: job.lastRun,
    lastError: job.lastError,
    lastErrorAt: toIso(job.lastErrorSec),
  }
}

function ageOf(atSec: number | null, nowSec: number): number | null {
  return atSec === null ? null : Math.max(0, nowSec - atSec)
}

function toIso(sec: number | null): string | null {
  return sec === null ? null : new Date(sec * 1000).toISOString()
}

// One gap tells nothing: it may be the one between two imports.
const MIN_STEPS = 3
// A cycle may take its time; two in a row that did not come are late.
const LATE_STEPS = 2

/** How often a fact gets newer, in seconds: the median of its last steps; `null` when not known. */
export function expectedStep(timesSec: readonly number[]): number | null {
  const steps = timesSec.slice(1).map((earlier, index) => at(timesSec, index) - earlier)
  if (steps.length < MIN_STEPS) return null
  return at(
    steps.toSorted((a, b) => a - b),
    Math.floor(steps.length / 2),
  )
}

/** Whether a fact is older than it should be; `null` when nothing is expected of it. */
export function isLate(ageSec: number | null, stepSec: number | null): boolean | null {
  return ageSec === null || stepSec === null ? null : ageSec > LATE_STEPS * stepSec
}
