import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { notFound } from '../../../lib/errors.ts'
import { yieldSamples } from '../facts.ts'
import { POOL_ID_PATTERN } from '../pool-id.ts'
import { readDays } from '../read/samples.ts'
import { dollars, rate } from './pool-items.ts'
import { poolId } from './pool-param.ts'
import { number, toIso, wrap, wrapped } from './pool-shapes.ts'

export const getPoolChart = defineRoute({
  id: 'yields.getPoolChart',
  summary: 'A pool’s value and yield over time',
  describe:
    'The last record of each UTC day, oldest first. On the free root the address is shared with price charts: a UUID asks for a pool.',
  paths: { free: '/chart/{pool}', pro: '/yields/chart/{pool}' },
  params: { pool: poolId('Id of a pool, as `pool` in /pools.') },
  only: { free: { pool: POOL_ID_PATTERN } },
  response: wrapped(
    shape({
      timestamp: Type.String({ description: 'ISO 8601' }),
      tvlUsd: Type.Number({ description: 'Whole USD' }),
      apy: number('Percent'),
      apyBase: number('Percent'),
      apyReward: number('Percent'),
      il7d: number('Percent'),
      apyBase7d: number('Percent'),
      pricePerShare: number('Underlying tokens for one share'),
    }),
  ),
  example: {
    status: 'success',
    data: [
      {
        timestamp: '2026-01-31T11:00:00.000Z',
        tvlUsd: 12_500_000,
        apy: 5.62,
        apyBase: 4.12,
        apyReward: 1.5,
        il7d: -0.2,
        apyBase7d: 4.31,
        pricePerShare: null,
      },
    ],
  },
  table: 'data[]',
  series: { rule: 'last' },
  reads: [yieldSamples],
  handler: async ({ params }, { snapshot }) => {
    const days = await readDays(snapshot, params.pool)
    if (days.length === 0)
      throw notFound(`No pool has the id ${params.pool}. GET /pools lists the ids.`)
    return wrap(
      days.map((day) => ({
        timestamp: toIso(day.atSec),
        tvlUsd: dollars(day.tvlUsd),
        apy: rate(day.apyPct),
        apyBase: rate(day.apyBasePct),
        apyReward: rate(day.apyRewardPct),
        il7d: rate(day.il7dPct),
        apyBase7d: rate(day.apyBase7dPct),
        pricePerShare: day.pricePerShare,
      })),
    )
  },
})
