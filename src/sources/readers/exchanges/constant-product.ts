import Type, { type Static } from 'typebox'
import { type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { ChainReader, Log } from '../../chain/chain.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import {
  address,
  addresses,
  type Full,
  feeShares,
  oneOf,
  percent,
  sharesProblems,
  toPpm,
} from '../parts/settings.ts'
import { listSilent, type SilentContract } from '../parts/silent-contracts.ts'
import { addressOf, lower, readTokens, type TokenFacts } from '../parts/tokens.ts'
import { exchangeObservations } from './exchange-observations.ts'
import { readCreated, readTrades } from './pool-logs.ts'
import type { Traded } from './trades.ts'

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
  yields: Type.Optional(Type.Boolean({ description: 'true or false' })),
})
type Settings = Static<typeof settings>

type SwapAmount = 'amount0In' | 'amount1In' | 'amount0Out' | 'amount1Out'

interface Pair {
  address: Address
  token0: Address
  token1: Address
  held0: bigint
  held1: bigint
}

interface Payload {
  pairs: Pair[]
  silent: SilentContract[]
  tokens: TokenFacts[]
  swaps: Log[]
}

const ALL_PAIRS_LENGTH = parseAbiItem('function allPairsLength() view returns (uint256)')
const ALL_PAIRS = parseAbiItem('function allPairs(uint256) view returns (address)')
const TOKEN0 = parseAbiItem('function token0() view returns (address)')
const TOKEN1 = parseAbiItem('function token1() view returns (address)')
// Forks differ in the width of the reserves and in what follows them; a word is a word.
const GET_RESERVES = parseAbiItem('function getReserves() view returns (uint256, uint256)')
const PAIR_CREATED = parseAbiItem(
  'event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count)',
)
const SWAP = parseAbiItem(
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
)

/** Pairs whose reserves have a constant product, listed by their factory. */
export const constantProduct: ReaderKind<Settings, Payload> = {
  kind: 'constant-product',
  version: 1,
  settings,
  check: ({ factory, pairs, shares }) => [...oneOf({ factory, pairs }), ...sharesProblems(shares)],
  methodology: ({ feePct }) =>
    `The reserves of both tokens of every pair. Volume is what traders paid in, each trade once; fees are ${feePct}% of it.`,

  async extract(chain, instance, range) {
    const { pairs, silent } = await readPairs(
      chain,
      await listPairs(chain, instance),
      instance.pairs,
    )
    const known = [...new Set(pairs.flatMap(({ token0, token1 }) => [token0, token1]))]
    const [tokens, swaps] = await Promise.all([
      readTokens(chain, known),
      readTrades(
        chain,
        { addresses: pairs.map((pair) => pair.address), event: SWAP },
        { instance, range },
      ),
    ])
    return { pairs, silent, tokens, swaps }
  },

  transform({ pairs, silent, tokens, swaps }, instance, range) {
    const pools = pairs.map((pair) => ({ ...pair, feePpm: toPpm(instance.feePct) }))
    return exchangeObservations({ pools, silent, tokens, swaps, add: addSwap }, instance, range)
  },
}

async function listPairs(
  chain: ChainReader,
  { factory, pairs = [], listBy = 'index', startSec }: Full<Settings>,
): Promise<Address[]> {
  const listed = pairs.map(lower)
  if (factory === undefined) return listed
  if (listBy === 'events') {
    const created = await readCreated(chain, { factory, event: PAIR_CREATED }, startSec)
    return [...new Set([...listed, ...created.map(({ args }) => lower(String(args.pair)))])]
  }
  const count = Number(await chain.call({ target: factory, abi: ALL_PAIRS_LENGTH }))
  const indexes = Array.from({ length: count }, (_, index) => ({
    target: factory,
    abi: ALL_PAIRS,
    args: [BigInt(index)],
  }))
  const made = count === 0 ? [] : await chain.callMany(indexes)
  return [...new Set([...listed, ...made.flatMap((answer) => addressOf(answer) ?? [])])]
}

/** Tokens and reserves of the pairs, and the pairs that do not answer. */
async function readPairs(
  chain: ChainReader,
  pairs: readonly Address[],
  named: readonly Address[] = [],
): Promise<{ pairs: Pair[]; silent: SilentContract[] }> {
  if (pairs.length === 0) return { pairs: [], silent: [] }
  const answers = await chain.callMany(
    pairs.flatMap((target) => [TOKEN0, TOKEN1, GET_RESERVES].map((abi) => ({ target, abi }))),
  )
  const silent = await listSilent(
    chain,
    pairs.map((pair, index) => ({
      address: pair,
      answers: answers.slice(3 * index, 3 * index + 3),
    })),
    { what: 'pair', named: named.map(lower) },
  )
  const found = pairs.flatMap((pair, index) => {
    const token0 = addressOf(at(answers, 3 * index))
    const token1 = addressOf(at(answers, 3 * index + 1))
    const reserves = at(answers, 3 * index + 2)
    if (token0 === undefined || token1 === undefined || !reserves.ok) return []
    const [held0, held1] = reserves.value as readonly [bigint, bigint]
    return [{ address: pair, token0, token1, held0, held1 }]
  })
  return { pairs: found, silent }
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
