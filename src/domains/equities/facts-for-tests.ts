import { expect } from 'vitest'
import { NOW_SEC, type TestApp } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart } from '../../lib/clock.ts'
import { commitRun } from '../../runs/run.ts'
import type { Fact } from '../../store/fact.ts'
import { LINES, type LineName } from './derive/statements/statement-lines.ts'

type Row = Record<string, unknown>

/** Midnight of some days ago. Tests take place on Wednesday, 14 January 2026, at noon UTC. */
export function daysAgo(days: number): number {
  return dayStart(NOW_SEC) - days * DAY_SEC
}

export function listing(ticker: string, cik: string | null, more: Row = {}): Row {
  const base = {
    ticker,
    country: 'US',
    cik,
    companyName: `${ticker} Inc.`,
    exchange: 'NYSE',
    currency: null,
    rank: 0,
    listedFromSec: null,
    delistedSec: null,
  }
  return { ...base, ...more }
}

export function profile(
  ticker: string,
  sector: string | null,
  industry: string | null,
  more: Row = {},
): Row {
  return {
    ticker,
    country: 'US',
    sector,
    industry,
    employees: null,
    description: null,
    floatShares: null,
    ...more,
  }
}

/**
 * A figure of a line's best tag. A period is `start..end`, a balance just a date; the day it was
 * filed numbers the filing.
 */
export function companyFact(
  cik: string,
  line: LineName,
  period: string,
  value: number,
  { filed = '2026-01-01', unit = 'USD', tag = 0 } = {},
): Row {
  const [periodStart = '', periodEnd = periodStart] = period.split('..')
  const { kind, tags } = LINES[line]
  const inUnit =
    kind === 'average' || kind === 'shareCount'
      ? 'shares'
      : kind === 'perShare'
        ? `${unit}/shares`
        : unit
  return {
    cik,
    tag: tags[tag],
    unit: inUnit,
    periodStart,
    periodEnd,
    accession: `a-${filed}`,
    value,
    filed,
    form: '10-Q',
  }
}

/** A daily or five-minute bar whose four prices are the close, unless the test says otherwise. */
export function bar(ticker: string, atSec: number, close: number, more: Row = {}): Row {
  return {
    ticker,
    country: 'US',
    atSec,
    open: close,
    high: close,
    low: close,
    close,
    volume: 100,
    ...more,
  }
}

/** The body of a response that must be good. */
export async function bodyOf<T>(app: TestApp, url: string): Promise<T> {
  const { status, body } = await app.get(url, { pro: true })
  expect({ url, status, body: status === 200 ? undefined : body }).toEqual({
    url,
    status: 200,
    body: undefined,
  })
  return body as T
}

/** Puts rows into the store as a run that was committed at a given time. */
export async function putAt(
  app: TestApp,
  isoTime: string,
  rowsOf: readonly [Fact, readonly Row[]][],
): Promise<void> {
  const clock = { nowMs: () => Date.parse(isoTime) }
  await commitRun(app.app.store, { source: 'test', clock, again: true }, async (stage) => {
    for (const [fact, rows] of rowsOf) await stage.insertRows(fact, rows)
    return { accepted: 0, rejected: 0, held: 0 }
  })
}

/** The errors of every operation about one company. */
export async function expectCompanyErrors(app: TestApp, path: string): Promise<void> {
  for (const [query, name] of [
    ['', 'ticker'],
    ['?ticker=AAA', 'country'],
    ['?country=US', 'ticker'],
    ['?ticker=&country=US', 'ticker'],
  ]) {
    expect(await app.get(`${path}${query}`, { pro: true }), query).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter', message: expect.stringContaining(`\`${name}\``) },
    })
  }
  const unknown = (query: string) => app.get(`${path}?${query}`, { pro: true })
  expect(await unknown('ticker=AAAX&country=US')).toMatchObject({
    status: 404,
    body: { error: 'not_found', suggestions: expect.arrayContaining(['AAA']) },
  })
  expect(await unknown('ticker=AAA&country=JP')).toMatchObject({
    status: 404,
    body: { suggestions: expect.arrayContaining(['US']) },
  })
  expect(await unknown('ticker=ZZZZZZZ&country=JP')).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
}
