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

const DEMO_CATEGORIES: Record<string, DemoCategory> = {
  Analytics: { kinds: ['Index'] },
  'Artificial Intelligence (AI)': { coins: ['near'], kinds: ['Vaults'], every: 4 },
  Bitcoin: { coins: ['bitcoin'] },
  'Bridge Governance Tokens': { kinds: ['Bridge'] },
  'Centralized Exchange (CEX) Token': { coins: ['binancecoin'], kinds: ['Exchange'] },
  'Data Availability': { coins: ['near', 'celo'], kinds: ['Restake'], every: 3 },
  'Decentralized Finance (DeFi)': {
    kinds: ['Swap', 'Lend', 'Mint', 'Yield', 'Vaults', 'Perps', 'Options', 'Basis', 'Cover'],
  },
  'Decentralized Identifier (DID)': { kinds: ['Cover'], every: 2 },
  DePIN: { kinds: ['Perps'], every: 6 },
  Ethereum: { coins: ['ethereum'] },
  'Gaming (GameFi)': { kinds: ['Farm'] },
  'Liquid Staking Governance Tokens': { kinds: ['Stake', 'Restake'] },
  Meme: { coins: ['dogecoin'], kinds: ['Farm'], every: 4 },
  'NFT Marketplace': { kinds: ['Launch'] },
  Oracle: { coins: ['chainlink'] },
  PolitiFi: { kinds: ['Markets'], every: 3 },
  'Prediction Markets': { kinds: ['Markets'] },
  'Real World Assets (RWA)': { coins: ['pax-gold'], kinds: ['Estates'] },
  Rollup: { coins: ['arbitrum', 'optimism', 'mantle', 'polygon-ecosystem-token'] },
  'Smart Contract Platform': {
    coins: [
      'ethereum',
      'solana',
      'binancecoin',
      'avalanche-2',
      'tron',
      'sui',
      'aptos',
      'the-open-network',
      'cardano',
      'near',
      'fantom',
    ],
  },
  SocialFi: { coins: ['the-open-network'], kinds: ['Pay'], every: 2 },
  Solana: { coins: ['solana'] },
}

// A coin that joins late does not move its category before.
const LATE = { category: 'Smart Contract Platform', coin: 'aggregator:hyperliquid', afterDays: 640 }

/** Members of the categories of the demo world; their prices and supplies are the demo market's. */
export const narrativesDemo: DemoPart = {
  name: 'narratives',
  write: async ({ stage, isFirst, range, market }) => {
    if (!isFirst) return
    const traded = listTradedCoins(market)
    const rows = Object.entries(DEMO_CATEGORIES).flatMap(([category, chosen]) =>
      listMembers(chosen, traded).map((coin) => ({ category, coin, fromSec: null, toSec: null })),
    )
    const late = {
      category: LATE.category,
      coin: LATE.coin,
      fromSec: range.firstDaySec + LATE.afterDays * DAY_SEC,
      toSec: null,
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
