import Type from 'typebox'
import type { ResponseOf } from '../../../packages/client/src/index.ts'
import { defineTool, largestFirst, limit, name, pick, ToolError } from '../tool.ts'

type Stablecoin = ResponseOf<'listStablecoins'>['peggedAssets'][number]
type Amounts = Readonly<Record<string, number>> | undefined

const ABOUT = ['id', 'name', 'symbol', 'pegType', 'pegMechanism', 'price']

export const stablecoins = defineTool({
  name: 'stablecoins',
  title: 'Stablecoins',
  description:
    'Stablecoins by supply, with price and supply a day, a week and a month before; with `asset` one of them with its supply by chain. Supply is in units of the peg, such as euros.',
  input: {
    asset: Type.Optional(name('Symbol or id of one stablecoin, such as USDT')),
    limit: limit(20),
  },
  narrow: 'Ask with a higher limit (at most 100), or for one asset.',
  run: async ({ asset, limit: count = 20 }, inquiry) => {
    const { peggedAssets } = await inquiry.ask('listStablecoins', { includePrices: true })
    if (asset === undefined)
      return inquiry.list('stablecoins', bySupply(peggedAssets).map(describe), count)
    const one = peggedAssets.find(
      ({ id, symbol }) => id === asset || symbol?.toLowerCase() === asset.toLowerCase(),
    )
    if (one === undefined)
      throw new ToolError('There is no such stablecoin. Use `search` with kind stablecoin.')
    const circulating = Object.entries(one.chainCirculating ?? {})
    const chains = largestFirst(
      circulating.map(([chain, { current }]) => ({ chain, supply: sum(current) })),
      ({ supply }) => supply,
    )
    return { ...describe(one), ...inquiry.list('chains', chains, chains.length) }
  },
})

function bySupply(coins: readonly Stablecoin[]): Stablecoin[] {
  return largestFirst(coins, ({ circulating }) => sum(circulating))
}

function describe(coin: Stablecoin): Record<string, unknown> {
  return {
    ...pick(coin, ABOUT),
    supply: sum(coin.circulating),
    supplyDayBefore: sum(coin.circulatingPrevDay),
    supplyWeekBefore: sum(coin.circulatingPrevWeek),
    supplyMonthBefore: sum(coin.circulatingPrevMonth),
  }
}

/** An amount stands under the name of its peg; a coin has one. */
function sum(amounts: Amounts): number | null {
  const [amount] = Object.values(amounts ?? {})
  return amount ?? null
}
