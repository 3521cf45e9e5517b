import { expect } from 'vitest'
import { NOW_SEC, type TestApp } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'
import { commitRun } from '../../runs/run.ts'
import type { Fact } from '../../store/fact.ts'
import { protocolRow as emptyRow } from '../registry/protocol-row.ts'
import type { ProtocolRow } from '../registry/registry.ts'

/** Midnight of some days ago, and hours after it. Tests take place at noon. */
export function at(daysAgo: number, hours = 0): number {
  return dayStart(NOW_SEC) - daysAgo * DAY_SEC + hours * HOUR_SEC
}

/** A protocol that counts in the totals of its chains, unless the test says otherwise. */
export function protocolRow(
  known: Partial<ProtocolRow> & Pick<ProtocolRow, 'id' | 'name'>,
): ProtocolRow {
  return emptyRow({ category: 'Dexs', ...known })
}

/** A protocol's record of one timestamp: values by chain key, or by `<chain>-<section>`. */
export function record(
  protocol: string,
  atSec: number,
  usdByKey: Record<string, number>,
): Record<string, unknown>[] {
  return Object.entries(usdByKey).map(([key, tvlUsd]) => {
    const [chain = '', section = 'tvl'] = key.split('-')
    return { protocol, chain, section, atSec, tvlUsd }
  })
}

/**
 * The tokens of one timestamp: amount and value by `<coin id> <symbol>`, or by `<coin id> <symbol>
 * <section>`.
 */
export function tokenRecord(
  protocol: string,
  atSec: number,
  holdings: Record<string, [amount: number, valueUsd: number]>,
): Record<string, unknown>[] {
  return Object.entries(holdings).map(([key, [amount, valueUsd]]) => {
    const [token = '', symbol = '', section = 'tvl'] = key.split(' ')
    return { protocol, chain: token.split(':')[0], section, token, symbol, atSec, amount, valueUsd }
  })
}

/** The same rows, held back: kept for inspection, never served. */
export function held(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map((row) => ({ ...row, quality: 'held' }))
}

/** The body of a response that must be good. */
export async function bodyOf<T>(
  app: TestApp,
  url: string,
  options: { pro?: boolean } = {},
): Promise<T> {
  const { status, body } = await app.get(url, options)
  expect({ url, status }).toEqual({ url, status: 200 })
  return body as T
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
