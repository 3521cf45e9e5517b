import { parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { Call, CallResult, ChainReader } from '../../chain/chain.ts'
import { type TickInterval, type TickPool, ticksInReach } from '../../prices/tick-price.ts'
import { amountOf } from '../parts/tokens.ts'
import { INTERVALS, type SampledWindow, type TwoTokens } from './pool-prices-tokens.ts'

// Forks add fields of their own behind these, which are not needed.
const SLOT0 = parseAbiItem('function slot0() view returns (uint160 sqrtPriceX96, int24 tick)')
const LIQUIDITY = parseAbiItem('function liquidity() view returns (uint128)')
const SPACING = parseAbiItem('function tickSpacing() view returns (int24)')
const TICKS = parseAbiItem(
  'function ticks(int24) view returns (uint128 liquidityGross, int128 liquidityNet)',
)
const OBSERVE = parseAbiItem(
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)',
)

/** The calls whose responses `toState` reads. */
export const STATE_CALLS = [SLOT0, LIQUIDITY, SPACING]

export interface TickState {
  curve: 'concentrated'
  tokens: TwoTokens
  intervals: TickInterval[]
  now: Omit<TickPool, 'decimals' | 'isFirstPriced'>
}

/** The state of each pool, the ticks within 2% of its price, and its ticks over the window. */
export async function readTickPools(
  chain: ChainReader,
  pools: readonly TwoTokens[],
  window: SampledWindow,
): Promise<TickState[]> {
  if (pools.length === 0) return []
  const ago = secondsAgo(chain, window)
  const results = await chain.callMany(
    pools.flatMap(({ pool }) => [
      ...STATE_CALLS.map((abi): Call => ({ target: pool, abi })),
      { target: pool, abi: OBSERVE, args: [ago] },
    ]),
  )
  const states = await Promise.all(
    pools.map(async (tokens, index) => {
      const result = (call: number) => at(results, 4 * index + call)
      const now = toState(result(0), result(1), result(2))
      if (now === undefined) return []
      const observed = result(3)
      const sinceBlock = {
        seconds: window.toSec - chain.block.timestampSec,
        tick: now.tick,
        liquidity: Number(now.liquidity),
      }
      const [liquidityNet, intervals] = await Promise.all([
        readTicks(chain, tokens, now),
        observed.ok
          ? [...observedIntervals(observed.value as Observed, ago), sinceBlock]
          : readIntervals(chain, tokens, window),
      ])
      return [{ curve: 'concentrated' as const, tokens, intervals, now: { ...now, liquidityNet } }]
    }),
  )
  return states.flat()
}

/** Even steps from the start of the window to the block; all zero when the block is older. */
function secondsAgo(chain: ChainReader, { fromSec }: SampledWindow): number[] {
  const length = Math.max(0, chain.block.timestampSec - fromSec)
  return Array.from({ length: INTERVALS + 1 }, (_, index) =>
    Math.round((length * (INTERVALS - index)) / INTERVALS),
  )
}

/** A pool at the reader's block; undefined where it does not answer. */
export function toState(slot0: CallResult, liquidity: CallResult, spacing: CallResult) {
  const inRange = amountOf(liquidity)
  if (!slot0.ok || inRange === undefined || !spacing.ok) return undefined
  const [sqrtPriceX96, tick] = slot0.value as readonly [bigint, number]
  return {
    sqrtPrice: Number(sqrtPriceX96) / 2 ** 96,
    tick,
    liquidity: inRange,
    tickSpacing: Number(spacing.value),
  }
}

/** The changes of liquidity within 2% of the price. */
export async function readTicks(
  chain: ChainReader,
  { pool }: Pick<TwoTokens, 'pool'>,
  now: { tick: number; tickSpacing: number },
): Promise<Map<number, bigint>> {
  const ticks = ticksInReach(now.tick, now.tickSpacing)
  const results = await chain.callMany(
    ticks.map((tick) => ({ target: pool, abi: TICKS, args: [tick] })),
  )
  const nets = ticks.map((tick, index) => {
    const result = at(results, index)
    return [tick, result.ok ? (result.value as readonly [bigint, bigint])[1] : 0n] as const
  })
  return new Map(nets.filter(([, net]) => net !== 0n))
}

type Observed = readonly [
  tickCumulatives: readonly bigint[],
  secondsPerLiquidity: readonly bigint[],
]

/** From the pool's own sums of ticks and of seconds per liquidity (the harmonic mean's inverse). */
function observedIntervals(
  [ticks, perLiquidity]: Observed,
  ago: readonly number[],
): TickInterval[] {
  return ago.slice(1).flatMap((until, index) => {
    const seconds = at(ago, index) - until
    if (seconds <= 0) return []
    const tick = Number(at(ticks, index + 1) - at(ticks, index)) / seconds
    // The contract lets this sum overflow its 160 bits; the difference is still right.
    const inverse = BigInt.asUintN(160, at(perLiquidity, index + 1) - at(perLiquidity, index))
    return [
      { seconds, tick, liquidity: inverse === 0n ? 0 : (seconds * 2 ** 128) / Number(inverse) },
    ]
  })
}

/** For pools with too short a history: ticks at several blocks, each until the next. */
async function readIntervals(
  chain: ChainReader,
  { pool }: TwoTokens,
  { fromSec, toSec, listBlocks }: SampledWindow,
): Promise<TickInterval[]> {
  const blocks = await listBlocks()
  const calls = [SLOT0, LIQUIDITY].map((abi) => ({ target: pool, abi }))
  const results = await Promise.all(blocks.map((block) => chain.at(block).callMany(calls)))
  const intervals = blocks.flatMap((block, index) => {
    const ofBlock = at(results, index)
    const [slot0, inRange] = [at(ofBlock, 0), amountOf(at(ofBlock, 1))]
    if (!slot0.ok || inRange === undefined) return []
    const untilSec = blocks[index + 1]?.timestampSec ?? toSec
    const seconds = Math.max(0, untilSec - Math.max(block.timestampSec, fromSec))
    return [
      { seconds, tick: (slot0.value as readonly [bigint, number])[1], liquidity: Number(inRange) },
    ]
  })
  return intervals.length === blocks.length ? intervals : []
}
