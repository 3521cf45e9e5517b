import Type from 'typebox'
import { toSec } from '../../lib/clock.ts'
import type { JobState } from '../../live/model/job-state.ts'
import { nullableText, timeText } from '../described.ts'
import { defineMetaRoute } from '../route.ts'
import { namedShape, nullable, shape } from '../schemas.ts'

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
  handler: async (_, { snapshot, nowSec }, { store, liveJobs }) => {
    const facts: unknown[] = []
    for (const fact of store.facts.values()) {
      const run = store.journal.find(store.journal.versionAt([fact.name], snapshot.run))
      const { newestSec } = store.journal.totalAt(fact.name, snapshot.run)
      const newestPoint = fact.time === undefined && run !== undefined ? toSec(run.atMs) : newestSec
      facts.push({
        fact: fact.name,
        newestPoint,
        ageSeconds: ageOf(newestPoint, nowSec),
        lastRun: run?.id ?? null,
        lastRunAt: run === undefined ? null : new Date(run.atMs).toISOString(),
      })
    }
    return { facts, sources: liveJobs().map((job) => describeJob(job, nowSec)) }
  },
})

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
