import { expect } from 'vitest'
import { NOW_SEC, type TestApp } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'
import { commitRun } from '../../runs/run.ts'
import type { Fact } from '../../store/fact.ts'
import type { Bridge } from './read/bridge-directory.ts'
import type { Transfer } from './read/transfers.ts'

/** Midnight of some days ago, and hours after it. Tests take place at noon. */
export function at(daysAgo: number, hours = 0): number {
  return dayStart(NOW_SEC) - daysAgo * DAY_SEC + hours * HOUR_SEC
}

export function bridgeRow(known: Partial<Bridge> & Pick<Bridge, 'id'>): Bridge {
  const name = known.name ?? `bridge${known.id}`
  return {
    name,
    displayName: `Bridge ${known.id}`,
    icon: null,
    url: null,
    slug: null,
    destinationChain: null,
    serviceId: null,
    ...known,
  }
}

export type TransferRow = Omit<Transfer, 'run'>

/** A deposit of 100 USD on Ethereum, unless the test says otherwise. */
export function transferRow(
  known: Partial<TransferRow> & Pick<TransferRow, 'bridge' | 'atSec'>,
): TransferRow {
  const chain = known.chain ?? 'ethereum'
  return {
    chain,
    txHash: `0x${known.bridge}${known.atSec}`,
    logIndex: 0,
    block: 1_000,
    fromAddress: '0xuser',
    toAddress: '0xbridge',
    token: `${chain}:0xusdc`,
    amount: '100000000',
    valueUsd: 100,
    isDeposit: true,
    // An import puts it in where it is missing.
    sourceChain: known.isDeposit === false ? null : chain,
    isUndone: null,
    ...known,
  }
}

/**
 * The two sides of a transfer: a deposit on one chain and, a minute later, a withdrawal on another.
 */
export function pair(
  bridge: number,
  atSec: number,
  from: string,
  to: string,
  valueUsd: number | null,
  more: Partial<TransferRow> = {},
): TransferRow[] {
  const shared = { bridge, valueUsd, sourceChain: from, ...more }
  return [
    transferRow({ ...shared, atSec, chain: from, isDeposit: true }),
    transferRow({
      ...shared,
      atSec: atSec + 60,
      chain: to,
      isDeposit: false,
      fromAddress: '0xbridge',
      toAddress: '0xuser',
    }),
  ]
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
  fact: Fact,
  rows: readonly object[],
): Promise<void> {
  const clock = { nowMs: () => Date.parse(isoTime) }
  await commitRun(app.app.store, { source: 'test', clock, again: true }, async (stage) => {
    await stage.insertRows(fact, rows as Record<string, unknown>[])
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
}
