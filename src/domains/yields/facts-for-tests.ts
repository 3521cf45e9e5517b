import { expect } from 'vitest'
import { NOW_SEC, type TestApp } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'
import { commitRun } from '../../runs/run.ts'
import type { Fact, RowOf } from '../../store/fact.ts'
import type {
  lendingSamples,
  perpSamples,
  stakingRates,
  yieldPools,
  yieldSamples,
} from './facts.ts'

/** Midnight of some days ago, and hours after it. Tests take place at noon. */
export function at(daysAgo: number, hours = 0): number {
  return dayStart(NOW_SEC) - daysAgo * DAY_SEC + hours * HOUR_SEC
}

/** A pool id that is told by its number. */
export function id(number: number): string {
  return `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`
}

type Given<F, Needed extends keyof RowOf<F> = never> = Partial<RowOf<F>> & Pick<RowOf<F>, Needed>

/** A pool of one token, unless the test says otherwise. */
export function poolRow(
  pool: string,
  given: Given<typeof yieldPools> = {},
): Record<string, unknown> {
  return {
    pool,
    project: 'example-swap',
    chain: 'ethereum',
    symbol: 'WETH',
    poolMeta: null,
    url: null,
    underlyingTokens: [],
    rewardTokens: [],
    exposure: null,
    poolOld: null,
    ...given,
  }
}

/** A sample large enough to be listed, of which only the total yield is known. */
export function sampleRow(
  pool: string,
  atSec: number,
  given: Given<typeof yieldSamples> = {},
): Record<string, unknown> {
  return {
    pool,
    atSec,
    tvlUsd: 100_000,
    apyPct: 5,
    apyBasePct: null,
    apyRewardPct: null,
    il7dPct: null,
    apyBase7dPct: null,
    apyBaseInceptionPct: null,
    volume1dUsd: null,
    volume7dUsd: null,
    pricePerShare: null,
    kind: null,
    ...given,
  }
}

/** A sample of a lending market of which nothing is known but what is given. */
export function lendingRow(
  pool: string,
  atSec: number,
  given: Given<typeof lendingSamples> = {},
): Record<string, unknown> {
  return {
    pool,
    atSec,
    totalSupplyUsd: null,
    totalBorrowUsd: null,
    debtCeilingUsd: null,
    apyBaseBorrowPct: null,
    apyRewardBorrowPct: null,
    ltv: null,
    borrowable: null,
    mintedCoin: null,
    borrowFactor: null,
    ...given,
  }
}

/** A sample of a perpetual market of which little is known but what is given. */
export function perpRow(
  pool: string,
  atSec: number,
  given: Given<typeof perpSamples> = {},
): Record<string, unknown> {
  return {
    pool,
    atSec,
    marketplace: 'Example Exchange',
    market: 'BTCUSDT',
    baseAsset: 'BTC',
    chain: null,
    fundingRate: 0.0001,
    fundingRatePrevious: null,
    fundingTimePreviousSec: null,
    nextFundingSec: null,
    openInterestUsd: null,
    indexPrice: null,
    markPrice: null,
    ...given,
  }
}

/** A rate of a staking token of which little is known but what is given. */
export function stakingRow(
  given: Given<typeof stakingRates, 'coin' | 'atSec'>,
): Record<string, unknown> {
  return {
    name: 'Example Stake',
    symbol: 'EXETH',
    type: null,
    expectedRate: 1,
    marketRate: null,
    fee: null,
    pool: null,
    ...given,
  }
}

/** The body of a response that must be good. */
export async function bodyOf<T>(
  app: TestApp,
  url: string,
  options: { pro?: boolean } = {},
): Promise<T> {
  const { status, body } = await app.get(url, options)
  expect({ url, status, body: status === 200 ? undefined : body }).toEqual({
    url,
    status: 200,
    body: undefined,
  })
  return body as T
}

/** The items of a response in the wrapper of yields. */
export async function itemsOf<T = Record<string, unknown>>(
  app: TestApp,
  url: string,
  options: { pro?: boolean } = {},
): Promise<T[]> {
  const { status, data } = await bodyOf<{ status: string; data: T[] }>(app, url, options)
  expect(status).toBe('success')
  return data
}

/** Puts rows into the store as a run that was committed at a given time. */
export async function putAt(
  app: TestApp,
  isoTime: string,
  rowsOf: readonly [Fact, readonly Record<string, unknown>[]][],
): Promise<void> {
  const clock = { nowMs: () => Date.parse(isoTime) }
  await commitRun(app.app.store, { source: 'test', clock, again: true }, async (stage) => {
    for (const [fact, rows] of rowsOf) await stage.insertRows(fact, rows)
    return { accepted: 0, rejected: 0, held: 0 }
  })
}
