import { expect, test } from 'vitest'
import { startClickHouse } from '../../../test/support/clickhouse/start-server.ts'
import { at } from '../../lib/at.ts'
import { createClock } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { commitRun } from '../../runs/run.ts'
import { Store } from '../../store/store.ts'
import { tokens } from '../registry/public.ts'
import { prices } from './facts.ts'
import { HOUR, tokenRow } from './price-facts-for-tests.ts'
import { readPricesAround, readPricesNear, readSuggestedCoins } from './read.ts'

const START = 1_700_000_000
const [COINS, HOURS, TIMESTAMPS] = [500, 48, 10]
const coins = Array.from(
  { length: COINS },
  (_, index) => `ethereum:0x${String(index).padStart(40, '0')}`,
)

/** Hourly prices of all coins; the price of a record is its hour. */
async function putPrices(store: Store): Promise<void> {
  await commitRun(store, { source: 'test', clock: createClock() }, async (stage) => {
    await stage.insertRows(tokens, [tokenRow(at(coins, 7), 'SEVEN', 18)])
    await stage.insertSelect(
      prices,
      sql`SELECT concat('ethereum:0x', leftPad(toString(number % ${COINS}), 40, '0')) AS coin,
         toUInt32(${START} + intDiv(number, ${COINS}) * ${HOUR}) AS atSec,
         toFloat64(intDiv(number, ${COINS})) AS priceUsd, toNullable(0.9) AS confidence FROM numbers(${COINS * HOURS})`,
    )
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
}

test.each([
  ['one server', {}],
  ['two shards', { cluster: { name: 'pair', shards: 2 } }],
])(
  'behavior: %s finds the records nearest to 5,000 pairs and to regular timestamps',
  async (_, how) => {
    const server = await startClickHouse(how)
    const place =
      'cluster' in how ? { url: server.urls.join(','), cluster: 'pair' } : { url: server.url }
    const store = await Store.open({ facts: [tokens, prices], path: '', ...place })
    try {
      await putPrices(store)
      const snapshot = store.snapshot()
      // A minute after hours that differ from coin to coin.
      const hoursOf = (index: number) =>
        Array.from({ length: TIMESTAMPS }, (__, nth) => (index + nth * 4) % HOURS)
      const timestamps = new Map(
        coins.map((coin, index) => [coin, hoursOf(index).map((hour) => START + hour * HOUR + 60)]),
      )
      const near = await readPricesNear(snapshot, timestamps, { widthSec: 600 })
      const hours = coins.map((coin) => (near.get(coin) ?? []).map(({ priceUsd }) => priceUsd))
      for (const [index, known] of hours.entries())
        expect(known).toEqual(expect.arrayContaining(hoursOf(index)))
      const around = await readPricesAround(
        snapshot,
        coins.slice(0, 3),
        [START + 60, START + 60 + 24 * HOUR],
        { widthSec: 600 },
      )
      expect([...around.values()].map((list) => list.map(({ priceUsd }) => priceUsd))).toEqual(
        Array.from({ length: 3 }, () => [0, 24]),
      )
      expect(await readSuggestedCoins(snapshot, ['Seven'])).toEqual([
        { coin: at(coins, 7), symbol: 'SEVEN', name: null },
      ])
    } finally {
      await store.close()
      await server.stop()
    }
  },
)
