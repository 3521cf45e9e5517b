import parts from '../../data/demo-parts.json' with { type: 'json' }
import { narrativeMembers } from '../domains/narratives/facts.ts'
import { DAY_SEC } from '../lib/clock.ts'
import type { DemoPart } from './demo-world.ts'
import { listTradedCoins } from './market/market.ts'

/** Members of a category: coins by the aggregator's id, and tokens of kinds of protocols. */
interface DemoCategory {
  coins?: readonly string[]
  kinds?: readonly string[]
  /** Takes every n-th of these tokens. */
  every?: number
}

const DEMO_CATEGORIES: Readonly<Record<string, DemoCategory>> = parts.narratives

// A coin that joins late does not move its category before.
const LATE = { category: 'Smart Contract Platform', coin: 'aggregator:hyperliquid', afterDays: 640 }

/** Members of the categories of the demo world; their prices and supplies are the demo market's. */
export const narrativesDemo: DemoPart = {
  name: 'narratives',
  write: async ({ stage, isFirst, range, market }) => {
    if (!isFirst) return
    const traded = listTradedCoins(market)
    const rows = Object.entries(DEMO_CATEGORIES).flatMap(([category, chosen]) =>
      listMembers(chosen, traded).map((coin) => ({ category, coin })),
    )
    const late = {
      category: LATE.category,
      coin: LATE.coin,
      fromSec: range.firstDaySec + LATE.afterDays * DAY_SEC,
    }
    await stage.insertRows(narrativeMembers, [...rows, late])
  },
}

function listMembers(
  { coins = [], kinds = [], every = 1 }: DemoCategory,
  traded: readonly { coin: string; name: string }[],
): string[] {
  // The kind of a protocol is the last word of its name, before a version.
  const kindOf = (name: string) => / (\w+)( V\d+)? Token$/.exec(name)?.[1]
  const tokens = traded
    .filter(({ name }) => kinds.some((kind) => kind === kindOf(name)))
    .filter((_, index) => index % every === 0)
  return [...coins.map((id) => `aggregator:${id}`), ...tokens.map(({ coin }) => coin)]
}
