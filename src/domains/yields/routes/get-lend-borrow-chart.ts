import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { dayStart } from '../../../lib/clock.ts'
import { notFound } from '../../../lib/errors.ts'
import { lendingSamples, yieldSamples } from '../facts.ts'
import { readLendingDays } from '../read/lending.ts'
import { readDays } from '../read/samples.ts'
import { dollars, rate } from './pool-items.ts'
import { poolId } from './pool-param.ts'
import { number, toIso, wrap, wrapped } from './pool-shapes.ts'

export const getLendBorrowChart = defineRoute({
  id: 'yields.getLendBorrowChart',
  summary: 'A lending market’s supply, debt and rates over time',
  describe:
    'The last record of each UTC day, oldest first. What lenders are paid is that of the pool’s last record of the same day.',
  paths: { pro: '/yields/chartLendBorrow/{pool}' },
  params: { pool: poolId('Id of a lending market, as `pool` in /yields/poolsBorrow.') },
  response: wrapped(
    shape({
      timestamp: Type.String({ description: 'ISO 8601' }),
      totalSupplyUsd: number('Whole USD'),
      totalBorrowUsd: number('Whole USD'),
      debtCeilingUsd: number('Whole USD'),
      apyBase: number('Percent'),
      apyReward: number('Percent'),
      apyBaseBorrow: number('Percent'),
      apyRewardBorrow: number('Percent'),
    }),
  ),
  example: {
    status: 'success',
    data: [
      {
        timestamp: '2026-01-31T11:00:00.000Z',
        totalSupplyUsd: 89_000_000,
        totalBorrowUsd: 76_500_000,
        debtCeilingUsd: null,
        apyBase: 3.98,
        apyReward: null,
        apyBaseBorrow: 5.03,
        apyRewardBorrow: null,
      },
    ],
  },
  table: 'data[]',
  series: { rule: 'last' },
  reads: [lendingSamples, yieldSamples],
  handler: async ({ params }, { snapshot }) => {
    const [lent, paid] = await Promise.all([
      readLendingDays(snapshot, params.pool),
      readDays(snapshot, params.pool),
    ])
    if (lent.length === 0)
      throw notFound(
        `No lending market has the id ${params.pool}. GET /yields/poolsBorrow lists the ids.`,
      )
    const paidOn = new Map(paid.map((day) => [dayStart(day.atSec), day]))
    return wrap(
      lent.map((day) => ({
        timestamp: toIso(day.atSec),
        totalSupplyUsd: dollars(day.totalSupplyUsd),
        totalBorrowUsd: dollars(day.totalBorrowUsd),
        debtCeilingUsd: dollars(day.debtCeilingUsd),
        apyBase: rate(paidOn.get(dayStart(day.atSec))?.apyBasePct ?? null),
        apyReward: rate(paidOn.get(dayStart(day.atSec))?.apyRewardPct ?? null),
        apyBaseBorrow: rate(day.apyBaseBorrowPct),
        apyRewardBorrow: rate(day.apyRewardBorrowPct),
      })),
    )
  },
})
