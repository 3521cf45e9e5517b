import Type from 'typebox'
import { DAY_SEC, dayStart, toSec } from '../../lib/clock.ts'
import type { JobState } from '../../live/model/job-state.ts'
import type { Fact } from '../../store/fact.ts'
import { nullableText, timeText, unixDay } from '../described.ts'
import { someOf, whole } from '../parameters.ts'
import { defineMetaRoute, type MetaServices } from '../route.ts'
import { namedShape, nullable, shape } from '../schemas.ts'
import { expectedStep, isLate, MAX_MOMENTS } from './expected-step.ts'

const MAX_HISTORY_DAYS = 90

const jobShape = namedShape('LiveJob', {
  source: Type.String({ description: 'What its runs are called' }),
  cadence: Type.String({ description: 'When it is due, as a cron pattern in UTC' }),
  running: Type.Boolean({ description: 'It is running now' }),
  progress: nullable(
    shape(
      {
        done: Type.Integer({ description: 'Periods that are done' }),
        total: Type.Integer({ description: 'Periods in all' }),
      },
      { description: 'Periods of the turn that is running; null when none is' },
    ),
  ),
  newestPoint: nullable(
    Type.Integer({ description: 'End of the newest period that is in the store, Unix seconds' }),
  ),
  ageSeconds: nullable(
    Type.Integer({ description: 'Age of newestPoint in seconds; null without one' }),
  ),
  nextAt: nullable(timeText('When it is due next')),
  lastRun: nullable(
    Type.Integer({ description: 'Number of its newest run; null before the first' }),
  ),
  lastError: nullableText('What went wrong last; null when nothing did'),
  lastErrorAt: nullable(
    Type.String({ description: 'When that was, ISO 8601; null when nothing did' }),
  ),
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
        fact: Type.String({ description: 'Name of the fact' }),
        newestPoint: nullable(
          Type.Integer({
            description: 'Valid time of the newest row, Unix seconds; null without rows',
          }),
        ),
        ageSeconds: nullable(
          Type.Integer({ description: 'Age of newestPoint in seconds; null without rows' }),
        ),
        lastRun: nullable(
          Type.Integer({
            description: 'Number of the newest run that touched it; null without rows',
          }),
        ),
        lastRunAt: nullable(
          Type.String({ description: 'When that was committed, ISO 8601; null without rows' }),
        ),
        expectedSeconds: Type.Optional(
          nullable(
            Type.Integer({
              description:
                'How often it gets newer: the median of its last 30 steps; null before three',
            }),
          ),
        ),
        isLate: Type.Optional(
          nullable(
            Type.Boolean({
              description: 'It is older than two such steps; null when none is expected',
            }),
          ),
        ),
        history: Type.Optional(
          Type.Array(
            shape({
              day: unixDay(),
              ageSeconds: nullable(
                Type.Integer({
                  description: 'Age of its newest point at the end of the day; null without rows',
                }),
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
    const facts = [...services.store.facts.values()].map((fact) => {
      const { run, newestSec } = newestAt(services, fact, snapshot.run)
      const ageSeconds = ageOf(newestSec, nowSec)
      return {
        fact: fact.name,
        newestPoint: newestSec,
        ageSeconds,
        lastRun: run?.id ?? null,
        lastRunAt: run === undefined ? null : new Date(run.atMs).toISOString(),
        ...(query.include.has('expected') && expectation(services, fact, snapshot.run, ageSeconds)),
        ...(query.history > 0 && { history: listAges(services, fact, query.history, nowSec) }),
      }
    })
    return { facts, sources: services.liveJobs().map((job) => describeJob(job, nowSec)) }
  },
})

/** The newest run of a fact and its newest point, when `until` was the newest run of all. */
function newestAt({ store: { journal } }: MetaServices, fact: Fact, until: number) {
  const { newestSec } = journal.totalAt(fact.name, until)
  const run = journal.find(journal.runAt(fact.name, until))
  // Things without a time are as new as what was last said about them.
  return {
    run,
    newestSec: fact.time === undefined && run !== undefined ? toSec(run.atMs) : newestSec,
  }
}

function expectation(
  { store }: MetaServices,
  { name, time }: Fact,
  run: number,
  ageSec: number | null,
) {
  // Descriptions change when they change.
  const expectedSeconds =
    time === undefined ? null : expectedStep(store.journal.newestOf(name, run, MAX_MOMENTS))
  return { expectedSeconds, isLate: isLate(ageSec, expectedSeconds) }
}

function listAges(services: MetaServices, fact: Fact, days: number, nowSec: number) {
  return Array.from({ length: days }, (_, index) => {
    const day = dayStart(nowSec) - (days - index) * DAY_SEC
    const endSec = day + DAY_SEC
    const until = services.store.journal.latestAt(endSec * 1000 - 1)
    return { day, ageSeconds: ageOf(newestAt(services, fact, until).newestSec, endSec) }
  })
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
