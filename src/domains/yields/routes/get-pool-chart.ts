import { defineRoute } from '../../../http/route.ts'
import { dayStart } from '../../../lib/clock.ts'
import { notFound } from '../../../lib/errors.ts'
import { lendingSamples, yieldSamples } from '../facts.ts'
import { POOL_ID_PATTERN } from '../pool-id.ts'
import { readDays, readLendingDays } from '../read/samples.ts'
import { lendingDay, lendingDayRecord, poolDay, poolDayRecord, wrap, wrapped } from '../records.ts'
import { poolId } from './pool-filters.ts'

export const getPoolChart = defineRoute({
  id: 'yields.getPoolChart',
  summary: 'A pool’s value and yield over time',
  describe:
    'The last record of each UTC day, oldest first. On the free root the path is shared with price charts: a UUID asks for a pool.',
  paths: { free: '/chart/{pool}', pro: '/yields/chart/{pool}' },
  params: { pool: poolId('Id of a pool, as `pool` in /pools.') },
  only: { free: { pool: POOL_ID_PATTERN } },
  response: wrapped(poolDayRecord.schema),
  example: { status: 'success', data: [poolDayRecord.example] },
  table: 'data[]',
  series: { rule: 'last' },
  reads: [yieldSamples],
  handler: async ({ params }, { snapshot }) => {
    const days = await readDays(snapshot, params.pool)
    if (days.length === 0)
      throw notFound(`No pool has the id ${params.pool}. GET /pools lists the ids.`)
    return wrap(days.map(poolDay))
  },
})

export const getLendBorrowChart = defineRoute({
  id: 'yields.getLendBorrowChart',
  summary: 'A lending market’s supply, debt and rates over time',
  describe:
    'The last record of each UTC day, oldest first. What lenders are paid is that of the pool’s last record of the same day.',
  paths: { pro: '/yields/chartLendBorrow/{pool}' },
  params: { pool: poolId('Id of a lending market, as `pool` in /yields/poolsBorrow.') },
  response: wrapped(lendingDayRecord.schema),
  example: { status: 'success', data: [lendingDayRecord.example] },
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
    return wrap(lent.map((day) => lendingDay(day, paidOn.get(dayStart(day.atSec)))))
  },
})
