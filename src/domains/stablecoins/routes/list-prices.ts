import Type from 'typebox'
import { unixDay } from '../../../http/described.ts'
import { computed, record, shifted, where } from '../../../http/render/cells.ts'
import { list } from '../../../http/render/rows.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, shape } from '../../../http/schemas.ts'
import { DAY_SEC, dayOf } from '../../../lib/clock.ts'
import { prices } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import { type DailySeries, priceDays } from '../derive/daily-series.ts'
import { stablecoins } from '../facts.ts'
import { coinOf, stablecoinsState } from '../read/coins.ts'
import { dailyPricesState } from '../read/rates.ts'

export const listPrices = defineRoute({
  id: 'stablecoins.listPrices',
  operationId: 'listStablecoinPrices',
  summary: 'Prices of all stablecoins over time',
  describe:
    'One element a day at 00:00 UTC with the last price of the day in US dollars of every stablecoin that has one, by its aggregator id, or by its coin id if it has none.',
  paths: { free: '/stablecoinprices', pro: '/stablecoins/stablecoinprices' },
  response: Type.Array(
    shape({ date: unixDay(), prices: mapOf(Type.Number(), 'USD by aggregator id') }),
  ),
  example: [{ date: 1_760_054_400, prices: { tether: 1.0001, 'usd-coin': 0.9999 } }],
  table: '[]<date>.prices{coin}=price',
  series: { rule: 'last' },
  reads: [stablecoins, tokens, prices],
  nowStepSec: DAY_SEC,
  handler: async (_, { snapshot, states, nowSec }) => {
    const known = await states.get(dailyPricesState, snapshot)
    const byName = new Map<string, DailySeries>()
    for (const stablecoin of (await states.get(stablecoinsState, snapshot)).values()) {
      const series = known.get(stablecoin.id)
      const name = stablecoin.aggregatorId ?? coinOf(stablecoin)
      if (series !== undefined && name !== undefined) byName.set(name, series)
    }
    const { firstDay, length } = priceDays([...byName.values()], dayOf(nowSec))
    const prices = [...byName].map(([name, { firstDay: first, columns }]) => {
      const [usd = []] = columns
      return [name, shifted(usd, first - firstDay, length)] as const
    })
    const dates = computed(length, (row) => (firstDay + row) * DAY_SEC)
    const priced = record(new Map(prices))
    return list(where(record({ date: dates, prices: priced }), (row) => priced.text(row) !== ''))
  },
})
