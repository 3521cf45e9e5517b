import { parseAbiItem } from 'viem'
import type { Answer, Call, ChainReader } from '../chain/chain.ts'
import { type TickPiece, ticksInReach } from '../prices/tick-price.ts'
import type { PoolState, SampledWindow, TwoTokens } from './pool-prices.ts'
import { PIECES } from './pool-prices-tokens.ts'
import { amountOf } from './tokens.ts'

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

type TickState = Extract<PoolState, { curve: 'concentrated' }>

/**
 * Each pool as it stands, the ticks within 2% of its price, and how its ticks went over the window.
 */
export async function readTickPools(
  chain: ChainReader,
  pools: readonly TwoTokens[],
  window: SampledWindow,
): Promise<Omit<TickState, 'quoteCoin'>[]> {
  if (pools.length === 0) return []
  const ago = secondsAgo(chain, window)
  const answers = await chain.callMany(
    pools.flatMap(({ pool }) => [
      ...[SLOT0, LIQUIDITY, SPACING].map((abi): Call => ({ target: pool, abi })),
      { target: pool, abi: OBSERVE, args: [ago] },
    ]),
  )
  const states = await Promise.all(
    pools.map(async (tokens, index) => {
      const [slot0, liquidity, spacing, observed] = answers.slice(4 * index, 4 * index + 4)
      const now = toState(slot0, liquidity, spacing)
      if (now === undefined) return []
      const sinceBlock = {
        seconds: window.toSec - chain.block.timestampSec,
        tick: now.tick,
        liquidity: Number(now.liquidity),
      }
      const [liquidityNet, pieces] = await Promise.all([
        readTicks(chain, tokens, now),
        observed?.ok === true
          ? [...observedPieces(observed.value as Observed, ago), sinceBlock]
          : readPieces(chain, tokens, window),
      ])
      return [{ curve: 'concentrated' as const, tokens, pieces, now: { ...now, liquidityNet } }]
    }),
  )
  return states.flat()
}

/**
 * From the window's beginning to the block itself; where the block is older than the window,
 * nothing before it counts.
 */
function secondsAgo(chain: ChainReader, { fromSec }: SampledWindow): number[] {
  const length = Math.max(0, chain.block.timestampSec - fromSec)
  return Array.from({ length: PIECES + 1 }, (_, index) =>
    Math.round((length * (PIECES - index)) / PIECES),
  )
}

function toState(
  slot0: Answer | undefined,
  liquidity: Answer | undefined,
  spacing: Answer | undefined,
) {
  const inRange = amountOf(liquidity)
  if (slot0?.ok !== true || inRange === undefined || spacing?.ok !== true) return undefined
  const [sqrtPriceX96, tick] = slot0.value as readonly [bigint, number]
  return {
    sqrtPrice: Number(sqrtPriceX96) / 2 ** 96,
    tick,
    liquidity: inRange,
    tickSpacing: Number(spacing.value),
  }
}

async function readTicks(
  chain: ChainReader,
  { pool }: TwoTokens,
  now: { tick: number; tickSpacing: number },
): Promise<Map<number, bigint>> {
  const ticks = ticksInReach(now.tick, now.tickSpacing)
  const answers = await chain.callMany(
    ticks.map((tick) => ({ target: pool, abi: TICKS, args: [tick] })),
  )
  const nets = ticks.map((tick, index) => {
    const answer = answers[index]
    return [
      tick,
      answer?.ok === true ? (answer.value as readonly [bigint, bigint])[1] : 0n,
    ] as const
  })
  return new Map(nets.filter(([, net]) => net !== 0n))
}

type Observed = readonly [
  tickCumulatives: readonly bigint[],
  secondsPerLiquidity: readonly bigint[],
]

/**
 * The pool's own sums: of its tick, and of seconds by liquidity, whose inverse is the harmonic mean
 * of the liquidity.
 */
function observedPieces([ticks, perLiquidity]: Observed, ago: readonly number[]): TickPiece[] {
  return ago.slice(1).flatMap((until, index) => {
    const seconds = (ago[index] ?? 0) - until
    if (seconds <= 0) return []
    const tick = Number((ticks[index + 1] ?? 0n) - (ticks[index] ?? 0n)) / seconds
    // The contract lets this sum run over its 160 bits; the difference is right all the same.
    const inverse = BigInt.asUintN(
      160,
      (perLiquidity[index + 1] ?? 0n) - (perLiquidity[index] ?? 0n),
    )
    return [
      { seconds, tick, liquidity: inverse === 0n ? 0 : (seconds * 2 ** 128) / Number(inverse) },
    ]
  })
}

/**
 * Where the pool remembers too little: its ticks at several blocks, each until the next. It must
 * have stood the whole window.
 */
async function readPieces(
  chain: ChainReader,
  { pool }: TwoTokens,
  { fromSec, toSec, listBlocks }: SampledWindow,
): Promise<TickPiece[]> {
  const blocks = await listBlocks()
  const calls = [SLOT0, LIQUIDITY].map((abi) => ({ target: pool, abi }))
  const answers = await Promise.all(blocks.map((block) => chain.at(block).callMany(calls)))
  const pieces = blocks.flatMap((block, index) => {
    const [slot0, liquidity] = answers[index] ?? []
    const inRange = amountOf(liquidity)
    if (slot0?.ok !== true || inRange === undefined) return []
    const untilSec = blocks[index + 1]?.timestampSec ?? toSec
    const seconds = Math.max(0, untilSec - Math.max(block.timestampSec, fromSec))
    return [
      { seconds, tick: (slot0.value as readonly [bigint, number])[1], liquidity: Number(inRange) },
    ]
  })
  return pieces.length === blocks.length ? pieces : []
}
