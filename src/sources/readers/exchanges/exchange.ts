import { type AbiEvent, type AbiFunction, type Address, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { CallResult, ChainReader, Log } from '../../chain/chain.ts'
import { nothingSeen, type Observations } from '../../model/observations.ts'
import type { BlockRange, InstanceHead } from '../../model/reader-kind.ts'
import { blockBefore } from '../parts/block-before.ts'
import { callEach } from '../parts/call-each.ts'
import { requireCode } from '../parts/contract-code.ts'
import { readLogs } from '../parts/contract-logs.ts'
import { addTo, holdingsOf, type Sums } from '../parts/holdings.ts'
import type { FeeShares } from '../parts/settings.ts'
import { gapsOf, listSilent, type SilentContract } from '../parts/silent-contracts.ts'
import { addressOf, lower, seenTokens, type TokenFacts } from '../parts/tokens.ts'
import {
  type AddTrade,
  type PoolBalances,
  sumTrades,
  type TradingPool,
  tradeFlows,
  tradeMethods,
  tradingPools,
} from './trade-flows.ts'

const TOKEN0 = parseAbiItem('function token0() view returns (address)')
const TOKEN1 = parseAbiItem('function token1() view returns (address)')

/** What was read of an exchange whose pools have two tokens. */
export interface ExchangeRead<Pool> {
  pools: Pool[]
  /** Pools and tokens that did not answer. */
  silent: SilentContract[]
  tokens: TokenFacts[]
  swaps: Log[]
}

/** How the pools of a kind of exchange are read. */
interface PoolForm<Told> {
  /** What errors call a pool. */
  what: string
  /** Those that the instance names, and those that its factory made. */
  named: readonly Address[] | undefined
  created: readonly Address[]
  /** What is asked besides the two tokens, and what the response tells; undefined: it is no pool. */
  third: AbiFunction
  read(result: CallResult): Told | undefined
  /** The settings say what the third one would tell. */
  isOptional?: boolean
}

/** Pools with what else is needed and their tokens, and the pools that do not answer. */
export async function readPools<Told extends object>(
  chain: ChainReader,
  { what, named: given = [], created, third, read, isOptional = false }: PoolForm<Told>,
): Promise<{
  found: (Told & Omit<TradingPool, 'feePpm'>)[]
  known: Address[]
  silent: SilentContract[]
}> {
  const named = given.map(lower)
  const pools = [...new Set([...named, ...created])]
  const results = await callEach(chain, pools, [TOKEN0, TOKEN1, third])
  const asked = pools.map((address, index) => ({
    address,
    results: at(results, index).slice(0, isOptional ? 2 : 3),
  }))
  const silent = await listSilent(chain, asked, { what, named })
  const found = pools.flatMap((address, index) => {
    const [first, second, last] = at(results, index)
    const [token0, token1, told] = [addressOf(first), addressOf(second), read(last)]
    return token0 === undefined || token1 === undefined || told === undefined
      ? []
      : [{ address, token0, token1, ...told }]
  })
  const known = [...new Set(found.flatMap(({ token0, token1 }) => [token0, token1]))]
  return { found, known, silent }
}

/** Trades of the pools: in the range, or over the whole last day where yields are computed. */
export async function readTrades(
  chain: ChainReader,
  { pools, event }: { pools: readonly { address: Address }[]; event: AbiEvent },
  { instance, range }: { instance: InstanceHead & { yields?: boolean }; range: BlockRange },
): Promise<Log[]> {
  const dayFromSec = Math.max(range.atSec - DAY_SEC, instance.startSec)
  const wantsDay = instance.yields !== false && dayFromSec < range.fromSec
  const before = wantsDay ? (await blockBefore(chain, dayFromSec)).number : range.fromBlock
  return readLogs(chain, {
    addresses: pools.map(({ address }) => address),
    events: [event],
    fromBlock: before + 1,
    toBlock: chain.block.number,
  })
}

/** The pools that events of the factory name in an argument, since the instance's start. */
export async function listCreated(
  chain: ChainReader,
  { factory, startSec }: { factory?: Address; startSec: number },
  { event, argument }: { event: AbiEvent; argument: string },
): Promise<Address[]> {
  if (factory === undefined) return []
  const { number } = await blockBefore(chain, startSec)
  const created = await readLogs(chain, {
    addresses: [factory],
    events: [event],
    fromBlock: number,
    toBlock: chain.block.number,
  })
  if (created.length === 0) await requireCode(chain, [factory], 'factory')
  return created.map(({ args }) => lower(String(args[argument])))
}

/** TVL, volume, fees and yields of an exchange whose pools have two tokens. */
export function exchangeObservations(
  { pools, silent, tokens, swaps, add }: ExchangeRead<PoolBalances> & { add: AddTrade },
  instance: InstanceHead & { shares?: FeeShares; yields?: boolean },
  range: BlockRange,
): Observations {
  const trades = sumTrades(swaps, pools, { block: range.fromBlock, add })
  const sums: Sums = new Map()
  for (const { token0, token1, held0, held1 } of pools) {
    addTo(sums, token0, held0)
    addTo(sums, token1, held1)
  }
  return {
    ...nothingSeen(),
    tokens: seenTokens(instance.chain, tokens),
    holdings: holdingsOf(instance, 'tvl', sums, range),
    flows: tradeFlows(pools, trades, { instance, range }),
    pools:
      instance.yields === false
        ? []
        : tradingPools(pools, trades, { instance, tokens, atSec: range.atSec }),
    methods: tradeMethods(instance.protocol),
    gaps: gapsOf(instance.protocol, silent, {
      what: 'pools and their tokens',
      total: pools.length + silent.length,
    }),
  }
}
