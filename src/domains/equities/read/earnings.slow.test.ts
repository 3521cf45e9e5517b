import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { identifier, sql } from '../../../lib/sql.ts'
import { eventKey } from '../derive/earnings/calendar-rows.ts'
import { equityFilers, equityFilings, equityListings } from '../facts.ts'
import { listing } from '../facts-for-tests.ts'
import { calendarRecord } from '../routes/calendar-row.ts'
import { companiesState } from './companies.ts'
import { recentEventsState } from './earnings.ts'

type Row = Record<string, unknown>
let app: TestApp
let following: States

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

beforeEach(clear)

async function clear(): Promise<void> {
  following = new States(app.app.store)
  for (const { name } of [equityFilings, equityFilers, equityListings])
    await app.app.store.engine.command(
      sql`TRUNCATE TABLE almanac.${identifier(`fact_${name}`)} SYNC`,
    )
}

function filing(
  cik: string,
  accession: string,
  form: string,
  day: string,
  reportDate: string | null,
  more: Row = {},
): Row {
  const acceptedSec = Date.parse(`${day}T21:05:00Z`) / 1000
  const items = form === '8-K' ? '2.02' : null
  return {
    cik,
    accession,
    form,
    filingDate: day,
    reportDate,
    acceptedSec,
    items,
    primaryDocumentUrl: null,
    documentDescription: null,
    ...more,
  }
}

const filer = (cik: string, fiscalYearEnd: string | null): Row => ({
  cik,
  name: cik,
  fiscalYearEnd,
  industryText: null,
})

/** Events of every listing, with its ticker. */
async function listEvents(states: States) {
  const snapshot = app.app.store.snapshot()
  const companies = await states.get(companiesState, snapshot)
  const events = await states.get(recentEventsState, snapshot)
  return companies.all.flatMap(({ ticker, country, cik }) =>
    cik === null ? [] : [{ ticker, country, cik, events: events.get(cik) ?? [] }],
  )
}

/** The rows of every listing, as responses show them. */
async function listRows(states: States) {
  return (await listEvents(states)).map(({ events, ...listed }) =>
    events.map((event) => calendarRecord.item({ ...listed, ...event })),
  )
}

/** Quarters that were reported, by ticker. */
async function reported(): Promise<string[]> {
  return (await listEvents(following)).flatMap(({ ticker, events }) =>
    events
      .filter(({ status }) => status !== 'estimated')
      .map((event) => `${ticker} ${eventKey(event)} ${event.reportDay}`),
  )
}

// Days since 1970.
const [NOVEMBER_3, NOVEMBER_5] = [20_395, 20_397]

test('behavior: a filing that is revised dates its quarter anew, and one that was no report after all leaves the calendar', async () => {
  await app.put(equityListings, [listing('AAA', '1')])
  await app.put(equityFilings, [filing('1', 'a', '10-Q', '2025-11-03', '2025-09-30')])
  expect(await reported()).toEqual([`AAA 2025-Q3 ${NOVEMBER_3}`])
  await app.put(equityFilings, [filing('1', 'a', '10-Q', '2025-11-05', '2025-09-30')])
  expect(await reported()).toEqual([`AAA 2025-Q3 ${NOVEMBER_5}`])
  await app.put(equityFilings, [filing('1', 'b', '10-Q/A', '2025-11-20', '2025-09-30')])
  expect(await reported(), 'an amended form dates nothing').toEqual([`AAA 2025-Q3 ${NOVEMBER_5}`])
  await app.put(equityFilings, [filing('1', 'a', '4', '2025-11-05', null)])
  expect(await reported()).toEqual([])
})

test('behavior: a listing that comes after the filings brings the end of its fiscal year along', async () => {
  await app.put(equityFilings, [filing('1', 'a', '10-Q', '2025-11-03', '2025-09-30')])
  await app.put(equityFilers, [filer('1', '0630')])
  expect(await reported()).toEqual([])
  await app.put(equityListings, [listing('AAA', '1')])
  // The first quarter after June.
  expect(await reported()).toEqual([`AAA 2026-Q1 ${NOVEMBER_3}`])
  await app.put(equityFilers, [filer('1', '1231')])
  expect(await reported()).toEqual([`AAA 2025-Q3 ${NOVEMBER_3}`])
})

test('behavior: a ticker that is given to another company shows that company’s reports', async () => {
  await app.put(equityListings, [listing('AAA', '1'), listing('BBB', '2')])
  await app.put(equityFilings, [
    filing('1', 'a', '10-Q', '2025-11-03', '2025-09-30'),
    filing('2', 'b', '10-Q', '2025-11-05', '2025-09-30'),
  ])
  expect(await reported()).toEqual([`AAA 2025-Q3 ${NOVEMBER_3}`, `BBB 2025-Q3 ${NOVEMBER_5}`])
  await app.put(equityListings, [listing('AAA', '2'), listing('CCC', '1')])
  expect(await reported()).toEqual([
    `AAA 2025-Q3 ${NOVEMBER_5}`,
    `BBB 2025-Q3 ${NOVEMBER_5}`,
    `CCC 2025-Q3 ${NOVEMBER_3}`,
  ])
})

test('behavior: a company without news keeps its events', async () => {
  await app.put(equityListings, [listing('AAA', '1'), listing('BBB', '2')])
  await app.put(equityFilings, [
    filing('1', 'a', '10-Q', '2025-11-03', '2025-09-30'),
    filing('2', 'b', '10-Q', '2025-11-05', '2025-09-30'),
  ])
  const before = await listEvents(following)
  await app.put(equityFilings, [filing('2', 'c', '10-K', '2026-01-12', '2025-12-31')])
  const after = await listEvents(following)
  expect(after[0]?.events).toBe(before[0]?.events)
  expect(after[1]?.events).not.toBe(before[1]?.events)
})

test('behavior: a run with news of many companies dates the quarters of each', async () => {
  const ciks = Array.from({ length: 25 }, (_, index) => String(index + 10))
  await app.put(
    equityListings,
    ciks.map((cik) => listing(`T${cik}`, cik)),
  )
  await app.put(
    equityFilings,
    ciks.map((cik) => filing(cik, 'a', '10-Q', '2025-11-03', '2025-09-30')),
  )
  expect(await reported()).toEqual(ciks.map((cik) => `T${cik} 2025-Q3 ${NOVEMBER_3}`))
  // All but the first file again; one of them turns out to be no report.
  const [first, second, ...others] = ciks
  await app.put(equityFilings, [
    filing(String(second), 'a', '4', '2025-11-03', null),
    ...others.map((cik) => filing(cik, 'a', '10-Q', '2025-11-05', '2025-09-30')),
  ])
  expect(await reported()).toEqual([
    `T${first} 2025-Q3 ${NOVEMBER_3}`,
    ...others.map((cik) => `T${cik} 2025-Q3 ${NOVEMBER_5}`),
  ])
})

const cik = fc.constantFrom('1', '2', '3')
const quarter = fc.integer({ min: 0, max: 7 })
// Each filing is revised now and then: in its form, its day, its period, or held back.
const anyFiling = fc
  .record({
    cik,
    place: quarter,
    form: fc.constantFrom('8-K', '10-Q', '10-K', '10-Q/A', '4'),
    laterDays: fc.integer({ min: 20, max: 50 }),
    quality: fc.constantFrom('ok', 'ok', 'ok', 'held'),
  })
  .map(({ cik, place, form, laterDays, quality }) => {
    const end = new Date(Date.UTC(2024, place * 3 + 3, 0))
    const day = new Date(end.getTime() + laterDays * 86_400_000).toISOString().slice(0, 10)
    return filing(
      cik,
      `q${place}`,
      form,
      day,
      form === '8-K' ? null : end.toISOString().slice(0, 10),
      { quality },
    )
  })
const anyFiler = fc
  .tuple(cik, fc.constantFrom('1231', '0630', '0930', null))
  .map(([id, yearEnd]) => filer(id, yearEnd))
const anyListing = fc
  .tuple(fc.constantFrom('AAA', 'BBB'), fc.option(cik))
  .map(([ticker, id]) => listing(ticker, id))

const once = (rows: fc.Arbitrary<Row>, key: readonly string[], maxLength: number) =>
  fc.uniqueArray(rows, { maxLength, selector: (row) => key.map((name) => row[name]).join(' ') })
const anyRun = fc.record({
  filings: once(anyFiling, ['cik', 'accession'], 8),
  filers: once(anyFiler, ['cik'], 1),
  listings: once(anyListing, ['ticker'], 1),
})

test('behavior: following runs equals rebuilding', async () => {
  const first = {
    filings: [],
    filers: [filer('1', '1231')],
    listings: [listing('AAA', '1'), listing('BBB', '2')],
  }
  await fc.assert(
    fc.asyncProperty(fc.array(anyRun, { minLength: 1, maxLength: 4 }), async (runs) => {
      await clear()
      for (const { filings, filers, listings } of [first, ...runs]) {
        if (filings.length > 0) await app.put(equityFilings, filings)
        if (filers.length > 0) await app.put(equityFilers, filers)
        if (listings.length > 0) await app.put(equityListings, listings)
        const rebuilt = await listRows(new States(app.app.store))
        expect(await listRows(following)).toEqual(rebuilt)
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
