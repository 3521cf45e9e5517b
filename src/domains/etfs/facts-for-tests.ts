import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { NOW_SEC, type TestApp } from '../../../test/support/test-app.ts'
import type { Route } from '../../http/route.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'

/** Midnight of some days ago, and hours after it. Tests take place on a Wednesday at noon. */
export function at(daysAgo: number, hours = 0): number {
  return dayStart(NOW_SEC) - daysAgo * DAY_SEC + hours * HOUR_SEC
}

const UNKNOWN_FUND = {
  issuer: null,
  name: null,
  type: null,
  custodian: null,
  feePct: null,
  url: null,
}

export function fundRow(
  ticker: string,
  asset: string,
  known: Record<string, unknown> = {},
): Record<string, unknown> {
  return { ...UNKNOWN_FUND, ticker, asset, ...known }
}

const UNKNOWN_DAY = {
  priceUsd: null,
  navUsd: null,
  volumeUsd: null,
  shares: null,
  aumUsd: null,
  underlying: null,
  underlyingPriceUsd: null,
  flowsUsd: null,
  asOfSec: null,
}

/** A fund's day; what is not told is not known. */
export function dayRow(
  ticker: string,
  atSec: number,
  known: Partial<Record<keyof typeof UNKNOWN_DAY, number>>,
): Record<string, unknown> {
  return { ...UNKNOWN_DAY, ticker, atSec, ...known }
}

/**
 * The body of a good response on the pro root, which holds what the route declares and nothing else.
 */
export async function bodyOf<T = Record<string, unknown>[]>(
  app: TestApp,
  url: string,
  route: Route,
): Promise<T> {
  const { status, body } = await app.get(url, { pro: true })
  expect({ url, status }).toEqual({ url, status: 200 })
  expect([...Value.Errors(route.response, body)]).toEqual([])
  return body as T
}
