import { Value } from 'typebox/value'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { Route } from '../../http/route.ts'
import { createClock } from '../../lib/clock.ts'
import { commitRun } from '../../runs/run.ts'
import { prices } from './facts.ts'

export const HOUR = 3_600
export const DAY = 86_400

export const BTC = 'aggregator:bitcoin'
export const USDC = 'ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
export const SOL_MINT = 'solana:So11111111111111111111111111111111111111112'

export function priceRow(
  coin: string,
  atSec: number,
  priceUsd: number,
  confidence: number | null = 0.9,
) {
  return { coin, atSec, priceUsd, confidence }
}

export function tokenRow(
  coin: string,
  symbol: string,
  decimals: number | null,
  redirect: string | null = null,
) {
  return { coin, symbol, name: null, decimals, redirect }
}

/**
 * Puts prices in as a run that is committed at a given time, so that a request can be asked as of
 * before and after it.
 */
export async function putPricesAt(
  test: TestApp,
  iso: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  await commitRun(
    test.app.store,
    { source: 'test', clock: createClock(iso), again: true },
    async (stage) => {
      await stage.insertRows(prices, rows)
      return { accepted: rows.length, rejected: 0, held: 0 }
    },
  )
}

/**
 * Fails on a member that the route does not declare, and on one that it declares and the body has
 * not.
 */
export function expectDeclared(route: Route, body: unknown): void {
  expect([...Value.Errors(route.response, body)]).toEqual([])
}
