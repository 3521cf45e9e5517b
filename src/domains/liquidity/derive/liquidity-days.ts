import { DAY_SEC, dayStart } from '../../../lib/clock.ts'

interface Figures {
  tokens: number | null
  usd: number
  volumeUsd: number | null
  depth1PctUsd: number | null
  depth2PctUsd: number | null
}

/** What was measured of one pool at a timestamp. */
export interface PoolSample extends Figures {
  coin: string
  /** The pool and its chain: pools on two chains are two, whatever their ids. */
  pool: string
  atSec: number
}

export interface LiquidityDay extends Figures {
  daySec: number
  pools: number
  /** How many of the pools were not measured that day: they count as they last were. */
  carriedPools: number
}

/** So long a pool that is not measured is taken to be as it was, then to be gone. */
export const MAX_CARRIED_DAYS = 7

/**
 * The sum over a token's pools by day (liquidity.md#carried-pools); a pool without a sample keeps
 * its last for seven days, but not its volume, which is of one day.
 */
export function liquidityDays(samples: readonly PoolSample[]): LiquidityDay[] {
  const lastDaySec = dayStart(samples.reduce((latest, { atSec }) => Math.max(latest, atSec), 0))
  const days = new Map<number, LiquidityDay>()
  for (const ofPool of Map.groupBy(samples, ({ pool }) => pool).values()) {
    const ofDays = poolDays(ofPool)
    ofDays.forEach((sample, index) => {
      const nextDaySec = dayStart(ofDays[index + 1]?.atSec ?? lastDaySec + DAY_SEC)
      const firstDaySec = dayStart(sample.atSec)
      const endSec = Math.min(nextDaySec, firstDaySec + (MAX_CARRIED_DAYS + 1) * DAY_SEC)
      for (let daySec = firstDaySec; daySec < endSec; daySec += DAY_SEC)
        add(days, daySec, sample, daySec > firstDaySec)
    })
  }
  return [...days.values()].sort((a, b) => a.daySec - b.daySec)
}

/** One sample of a pool for each UTC day, in order of time. */
function poolDays(samples: readonly PoolSample[]): PoolSample[] {
  const [first = [], ...others] = [...Map.groupBy(samples, ({ coin }) => coin).values()].map(
    lastOfDays,
  )
  if (others.length === 0) return first
  const byDay = Map.groupBy([first, ...others].flat(), ({ atSec }) => dayStart(atSec))
  return [...byDay].sort(([a], [b]) => a - b).flatMap(([, ofDay]) => ofDay.reduce(sameFigures))
}

/** Two coins of one pool: each has its own amount, the figures of the pool are told by both. */
function sameFigures(a: PoolSample, b: PoolSample): PoolSample {
  const larger = (one: number | null, other: number | null) =>
    one === null || other === null ? (one ?? other) : Math.max(one, other)
  return {
    ...a,
    tokens: sum(a.tokens, b.tokens),
    usd: Math.max(a.usd, b.usd),
    volumeUsd: larger(a.volumeUsd, b.volumeUsd),
    depth1PctUsd: larger(a.depth1PctUsd, b.depth1PctUsd),
    depth2PctUsd: larger(a.depth2PctUsd, b.depth2PctUsd),
  }
}

/** The last sample of each UTC day, in order of time. */
function lastOfDays(samples: readonly PoolSample[]): PoolSample[] {
  return samples.filter(
    ({ atSec }, index) =>
      dayStart(samples[index + 1]?.atSec ?? Number.NEGATIVE_INFINITY) !== dayStart(atSec),
  )
}

const UNKNOWN = { tokens: null, volumeUsd: null, depth1PctUsd: null, depth2PctUsd: null }
const NOTHING = { ...UNKNOWN, usd: 0, pools: 0, carriedPools: 0 }

function add(
  days: Map<number, LiquidityDay>,
  daySec: number,
  sample: PoolSample,
  isCarried: boolean,
): void {
  const day = days.get(daySec) ?? { daySec, ...NOTHING }
  days.set(daySec, day)
  day.tokens = sum(day.tokens, sample.tokens)
  day.usd += sample.usd
  day.volumeUsd = sum(day.volumeUsd, isCarried ? null : sample.volumeUsd)
  day.depth1PctUsd = sum(day.depth1PctUsd, sample.depth1PctUsd)
  day.depth2PctUsd = sum(day.depth2PctUsd, sample.depth2PctUsd)
  day.pools++
  day.carriedPools += Number(isCarried)
}

function sum(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : a + b
}
