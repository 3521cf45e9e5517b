import Type from 'typebox'
import { notFound } from '../../lib/errors.ts'
import { text } from '../parameters.ts'
import { defineRoute } from '../route.ts'
import { shape } from '../schemas.ts'

export const getRun = defineRoute({
  id: 'meta.getRun',
  summary: 'One run',
  describe:
    'What a run brought: where it came from, when it began and was committed, the facts it touched, and how many rows were accepted, rejected and held.',
  paths: { free: '/meta/runs/{id}' },
  params: { id: text('Number of the run.', '12') },
  response: shape({
    id: Type.Integer(),
    state: Type.String({ description: 'started, committing, committed or failed' }),
    source: Type.String(),
    startedAt: Type.String(),
    at: Type.String({ description: 'When it reached this state' }),
    facts: Type.Array(Type.String()),
    contentHash: Type.String(),
    accepted: Type.Integer(),
    rejected: Type.Integer(),
    held: Type.Integer(),
    note: Type.String(),
  }),
  example: {
    id: 12,
    state: 'committed',
    source: 'import',
    startedAt: '2026-01-31T00:00:00.000Z',
    at: '2026-01-31T00:00:01.000Z',
    facts: ['prices'],
    contentHash: 'prices:3:0A1B',
    accepted: 3,
    rejected: 0,
    held: 0,
    note: 'prices.csv',
  },
  reads: [],
  cached: false,
  handler: async ({ params }, { store }) => {
    const run = /^\d{1,9}$/.test(params.id) ? store.journal.find(Number(params.id)) : undefined
    if (run === undefined)
      throw notFound(`There is no run ${JSON.stringify(params.id.slice(0, 40))}. The newest is ${store.journal.latest}.`)
    const { startedAtMs, atMs, ...rest } = run
    return { ...rest, startedAt: new Date(startedAtMs).toISOString(), at: new Date(atMs).toISOString() }
  },
})
