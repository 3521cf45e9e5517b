import Type, { type Static } from 'typebox'
import { type Address, parseAbiItem } from 'viem'
import type { ChainReader, Log } from '../../chain/chain.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import {
  address,
  addresses,
  type Full,
  feeShares,
  flag,
  oneOf,
  percent,
  sharesProblems,
  toPpm,
} from '../parts/settings.ts'
import { addressOf, readTokens } from '../parts/tokens.ts'
import {
  type ExchangeRead,
  exchangeObservations,
  listCreated,
  readPools,
  readTrades,
} from './exchange.ts'
import type { PoolBalances, Traded } from './trade-flows.ts'

const settings = Type.Object({
  factory: Type.Optional(address),
  pairs: Type.Optional(addresses),
  listBy: Type.Optional(
    Type.Union([Type.Literal('index'), Type.Literal('events')], {
      description: '"index" (allPairs of the factory) or "events" (its PairCreated events)',
    }),
  ),
  feePct: percent,
  shares: Type.Optional(feeShares),
  yields: flag('true or false'),
})
type Settings = Static<typeof settings>

type SwapAmount = 'amount0In' | 'amount1In' | 'amount0Out' | 'amount1Out'

type Pair = Omit<PoolBalances, 'feePpm'>

const ALL_PAIRS_LENGTH = parseAbiItem('function allPairsLength() view returns (uint256)')
const ALL_PAIRS = parseAbiItem('function allPairs(uint256) view returns (address)')
// Forks differ in the width of the reserves and in what follows them; a word is a word.
const GET_RESERVES = parseAbiItem('function getReserves() view returns (uint256, uint256)')
const PAIR_CREATED = parseAbiItem(
  'event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count)',
)
const SWAP = parseAbiItem(
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
)

/** Pairs whose reserves have a constant product, listed by their factory. */
export const constantProduct: ReaderKind<Settings, ExchangeRead<Pair>> = {
  kind: 'constant-product',
  version: 1,
  settings,
  check: ({ factory, pairs, shares }) => [...oneOf({ factory, pairs }), ...sharesProblems(shares)],
  methodology: ({ feePct }) =>
    `The reserves of both tokens of every pair. Volume is what traders paid in, each trade once; fees are ${feePct}% of it.`,

  async extract(chain, instance, range) {
    const { found, known, silent } = await readPools(chain, {
      what: 'pair',
      named: instance.pairs,
      created: await listPairs(chain, instance),
      third: GET_RESERVES,
      read(result) {
        if (!result.ok) return undefined
        const [held0, held1] = result.value as readonly [bigint, bigint]
        return { held0, held1 }
      },
    })
    const [tokens, swaps] = await Promise.all([
      readTokens(chain, known),
      readTrades(chain, { pools: found, event: SWAP }, { instance, range }),
    ])
    return { pools: found, silent, tokens, swaps }
  },

  transform(payload, instance, range) {
    const pools = payload.pools.map((pair) => ({ ...pair, feePpm: toPpm(instance.feePct) }))
    return exchangeObservations({ ...payload, pools, add: addSwap }, instance, range)
  },
}

/** The pairs that the factory made. */
async function listPairs(chain: ChainReader, instance: Full<Settings>): Promise<Address[]> {
  const { factory, listBy = 'index' } = instance
  if (factory === undefined || listBy === 'events')
    return listCreated(chain, instance, { event: PAIR_CREATED, argument: 'pair' })
  const count = Number(await chain.call({ target: factory, abi: ALL_PAIRS_LENGTH }))
  const indexes = Array.from({ length: count }, (_, index) => ({
    target: factory,
    abi: ALL_PAIRS,
    args: [BigInt(index)],
  }))
  const made = count === 0 ? [] : await chain.callMany(indexes)
  return made.flatMap((result) => addressOf(result) ?? [])
}

/** The fee is a part of what is paid in, so all of that is the trade. */
function addSwap(to: Traded, args: Log['args']): void {
  const { amount0In, amount1In, amount0Out, amount1Out } = args as Record<SwapAmount, bigint>
  if (amount0In > 0n) {
    to.in0 += amount0In
    to.out1 += amount1Out
  }
  if (amount1In > 0n) {
    to.in1 += amount1In
    to.out0 += amount0Out
  }
}
