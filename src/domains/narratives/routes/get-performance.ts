import Type from 'typebox'
import { integer, number } from '../../../http/described.ts'
import { requiredOneOf } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { priceTableState, supplies } from '../../coins/public.ts'
import { categoryPerformance, PERIODS, periodStart } from '../derive/category-performance.ts'
import { CATEGORIES, narrativeMembers } from '../facts.ts'
import { listMembers, readMemberFigures } from '../read.ts'

const change = nullable(number('Percent since the first row'))

export const getPerformance = defineRoute({
  id: 'narratives.getPerformance',
  operationId: 'getNarrativePerformance',
  summary: 'Performance of narrative categories',
  describe:
    'Percent change of each category since the start of the period, one row a UTC day up to today, the first row 0. Each day the coins of a category count by their market cap of the day before, and the days are multiplied: a coin that joins later does not move the past. `null` where no coin of the category was priced that day.',
  paths: { pro: '/fdv/performance/{period}' },
  params: {
    period: requiredOneOf(
      'Days back from today, or `ytd` for the time since 1 January.',
      PERIODS,
      // Long enough for the examples of `start` and `end`.
      '365',
    ),
  },
  response: Type.Array(
    shape({
      date: integer('00:00 UTC of the day, Unix seconds'),
      ...Object.fromEntries(CATEGORIES.map((name) => [name, change])),
    }),
  ),
  example: [
    { date: 1_760_054_400, ...Object.fromEntries(CATEGORIES.map((name) => [name, 0])) },
    {
      date: 1_760_140_800,
      ...Object.fromEntries(CATEGORIES.map((name, index) => [name, index / 4])),
    },
  ],
  table: '[]',
  series: { rule: 'last' },
  reads: [narrativeMembers, supplies, ...priceTableState.reads],
  nowStepSec: DAY_SEC,
  handler: async ({ params }, context) => {
    const range = {
      startDay: periodStart(params.period, context.nowSec) / DAY_SEC,
      endDay: Math.floor(context.nowSec / DAY_SEC),
    }
    const members = await listMembers(context)
    const figures = await readMemberFigures(context, members, range.startDay)
    return categoryPerformance(CATEGORIES.length, members, figures, range).map(
      (changes, index) => ({
        date: (range.startDay + index) * DAY_SEC,
        ...Object.fromEntries(
          CATEGORIES.map((name, category) => [name, changes[category] ?? null]),
        ),
      }),
    )
  },
})
