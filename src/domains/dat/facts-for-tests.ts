import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { NOW_SEC, type TestApp } from '../../../test/support/test-app.ts'
import type { Route } from '../../http/route.ts'
import { DAY_SEC, dayStart } from '../../lib/clock.ts'

type Row = Record<string, unknown>

/** Midnight of some days ago. Tests take place on Wednesday, 14 January 2026, at noon UTC. */
export function daysAgo(days: number): number {
  return dayStart(NOW_SEC) - days * DAY_SEC
}

export function dateAgo(days: number): string {
  return new Date(daysAgo(days) * 1000).toISOString().slice(0, 10)
}

export function institutionRow(institution: number, ticker: string, more: Row = {}): Row {
  return { institution, ticker, country: 'US', name: `${ticker} Inc.`, type: 'Stock', ...more }
}

/** An approved transaction that ended, and was announced, some days ago. */
export function transactionRow(
  id: number,
  institution: number,
  type: string,
  asset: string,
  amount: number,
  ago: number,
  more: Row = {},
): Row {
  const unknown = {
    avgPriceUsd: null,
    usdValue: null,
    startDate: null,
    sourceType: null,
    sourceUrl: null,
    sourceNote: null,
    rejectReason: null,
  }
  return {
    id,
    institution,
    type,
    asset,
    amount,
    endDate: dateAgo(ago),
    reportDate: dateAgo(ago),
    approved: true,
    ...unknown,
    ...more,
  }
}

/**
 * The body of a good response on the pro root, which holds what the route declares and nothing else.
 */
export async function bodyOf<T>(app: TestApp, url: string, route: Route): Promise<T> {
  const { status, body } = await app.get(url, { pro: true })
  expect({ url, status }).toEqual({ url, status: 200 })
  expect([...Value.Errors(route.response, body)]).toEqual([])
  return body as T
}
