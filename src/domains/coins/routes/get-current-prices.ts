import { text } from '../../../http/parameters.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { MINUTE_SEC } from '../../../lib/clock.ts'
import { tokens } from '../../registry/public.ts'
import { askCoins, splitCoins } from '../derive/asked-coins.ts'
import { prices } from '../facts.ts'
import type { PriceTable } from '../price-table.ts'
import { type PriceRecord, priceTableState, readPrices } from '../read.ts'
import { BITCOIN, CoinAnswer, CURRENT_WIDTH_SEC, coinsSchema, exampleRecord, priceQuery, toPriceRecord } from './price-shapes.ts'

export const getCurrentPrices = defineRoute({
  id: 'coins.getCurrentPrices',
  summary: 'Current prices of coins',
  describe: 'The newest price of each coin. `searchWidth` is the greatest age a price may have (default 12h); older ones are left out.',
  paths: { free: '/prices/current/{coins}', pro: '/coins/prices/current/{coins}' },
  params: { coins: text('Coin ids, comma-separated, at most 500.', BITCOIN) },
  query: priceQuery,
  response: coinsSchema,
  example: { coins: { [BITCOIN]: exampleRecord } },
  reads: [tokens, prices],
  nowStepSec: MINUTE_SEC,
  // A question for random coins is rarely asked twice, and answering it costs less than keeping it.
  cached: false,
  handler: async ({ params, query }, context) => answerCurrentPrices(splitCoins(params.coins), query, context),
})

interface Wishes {
  searchWidth: number | undefined
  minConfidence: number | undefined
  include: ReadonlySet<'missing'>
}

export async function answerCurrentPrices(texts: readonly string[], wishes: Wishes, context: RequestContext): Promise<unknown> {
  const table = await context.states.get(priceTableState, context.snapshot)
  const asked = askCoins(texts, table)
  const widthSec = wishes.searchWidth ?? CURRENT_WIDTH_SEC
  const find = await newestPrices(
    asked.map((coin) => coin.priced),
    table,
    widthSec,
    context,
  )
  const answer = new CoinAnswer(wishes.include)
  for (const coin of asked) {
    const record = find(coin.priced)
    if (record === undefined) answer.miss(coin, 'no price')
    else if (record.atSec < context.nowSec - widthSec) answer.miss(coin, `no price in the last ${widthSec} s`)
    else if ((record.confidence ?? 1) < (wishes.minConfidence ?? 0)) answer.miss(coin, `confidence is only ${record.confidence}`)
    else answer.add(coin.text, toPriceRecord(coin, record))
  }
  return answer.body()
}

/** Today's newest prices stand in memory; those of an earlier "now" are looked up. */
async function newestPrices(
  coins: readonly string[],
  table: PriceTable,
  widthSec: number,
  context: RequestContext,
): Promise<(coin: string) => PriceRecord | undefined> {
  if (context.asOfMs === undefined) return (coin) => table.findPrice(coin)
  const untilSec = Math.min(context.nowSec, Math.floor(context.asOfMs / 1000))
  const records = await readPrices(context.snapshot, coins, [{ fromSec: Math.max(0, untilSec - widthSec), toSec: untilSec }])
  return (coin) => records.get(coin)?.at(-1)
}
