import Type from 'typebox'
import { toSec } from '../../lib/clock.ts'
import { tableOf } from '../../store/tables.ts'
import { defineRoute } from '../route.ts'
import { nullable, shape } from '../schemas.ts'

export const getFreshness = defineRoute({
  id: 'meta.getFreshness',
  summary: 'How old each fact is',
  describe:
    'The time of each fact’s newest point, its age in seconds, and when the newest run was committed. A fact without rows has null.',
  paths: { free: '/meta/freshness' },
  response: Type.Array(
    shape({
      fact: Type.String(),
      newestPoint: nullable(Type.Integer({ description: 'Unix seconds' })),
      ageSeconds: nullable(Type.Integer()),
      lastRun: nullable(Type.Integer()),
      lastRunAt: nullable(Type.String({ description: 'ISO 8601' })),
    }),
  ),
  example: [{ fact: 'prices', newestPoint: 1_760_000_000, ageSeconds: 42, lastRun: 12, lastRunAt: '2026-01-31T00:00:00.000Z' }],
  reads: [],
  nowStepSec: 1,
  cached: false,
  handler: async (_, { store, snapshot, nowSec }) => {
    const answer: unknown[] = []
    for (const fact of store.facts.values()) {
      const run = store.journal.find(store.journal.versionAt([fact.name], snapshot.run))
      const [newest] =
        fact.time === undefined || run === undefined
          ? []
          : await snapshot.query<{ atSec: number | null }>(
              `SELECT if(count() = 0, NULL, max(${fact.time})) AS atSec FROM ${tableOf(fact)} WHERE run <= {snapshotRun:UInt32} AND quality != 'held'`,
            )
      const newestPoint = fact.time === undefined && run !== undefined ? toSec(run.atMs) : (newest?.atSec ?? null)
      answer.push({
        fact: fact.name,
        newestPoint,
        ageSeconds: newestPoint === null ? null : Math.max(0, nowSec - newestPoint),
        lastRun: run?.id ?? null,
        lastRunAt: run === undefined ? null : new Date(run.atMs).toISOString(),
      })
    }
    return answer
  },
})
