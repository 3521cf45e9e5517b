import { afterAll, beforeAll, expect, test } from 'vitest'
import { listStates } from '../../../../test/support/list-states.ts'
import { TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import {
  companyFacts,
  equityBars,
  equityFilers,
  equityFilings,
  equityIntraday,
  equityListings,
} from '../facts.ts'
import { bar, companyFact, daysAgo, listing } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

function filing(cik: string, form: string, day: string, reportDate: string | null) {
  const acceptedSec = Date.parse(`${day}T21:05:00Z`) / 1000
  const base = { cik, accession: `${form} ${day}`, form, filingDate: day, reportDate, acceptedSec }
  return {
    ...base,
    items: form === '8-K' ? '2.02' : null,
    primaryDocumentUrl: null,
    documentDescription: null,
  }
}

const YEAR = '2025-01-01..2025-12-31'

/** Runs one after another: new companies, later rows, corrections, rows that are held back. */
const RUNS: (() => Promise<unknown>)[] = [
  () => app.put(equityListings, [listing('AAA', '1'), listing('BBB', '2')]),
  () =>
    app.put(equityBars, [
      bar('AAA', daysAgo(3), 10),
      bar('AAA', daysAgo(2), 11),
      bar('BBB', daysAgo(500), 1),
    ]),
  () =>
    app.put(companyFacts, [
      companyFact('1', 'sharesOutstanding', '2025-12-31', 100),
      companyFact('1', 'netIncome', YEAR, 50),
    ]),
  () =>
    app.put(equityBars, [
      bar('AAA', daysAgo(2), 12, { volume: 5 }),
      bar('AAA', daysAgo(400), 3),
      bar('BBB', daysAgo(1), 4),
    ]),
  () => app.put(equityBars, [{ ...bar('AAA', daysAgo(1), 999), quality: 'held' }]),
  () =>
    app.put(equityFilings, [
      filing('1', '8-K', '2025-10-30', null),
      filing('1', '10-Q', '2025-11-03', '2025-09-30'),
    ]),
  () =>
    app.put(equityIntraday, [
      bar('AAA', daysAgo(0) + 36_000, 13),
      bar('AAA', daysAgo(1) + 70_000, 12),
      bar('BBB', daysAgo(2), 4),
    ]),
  () =>
    app.put(equityIntraday, [
      bar('AAA', daysAgo(0) + 36_300, 14, { volume: 7 }),
      bar('AAA', daysAgo(0) + 36_000, 15, { volume: 1 }),
    ]),
  () =>
    app.put(equityFilers, [{ cik: '1', name: 'AAA', fiscalYearEnd: '0930', industryText: null }]),
  () =>
    app.put(companyFacts, [
      companyFact('1', 'netIncome', YEAR, 60, { filed: '2026-01-05' }),
      companyFact('2', 'sharesOutstanding', '2025-12-31', 7),
    ]),
  () => app.put(equityFilings, [filing('2', '10-K', '2026-01-09', '2025-12-31')]),
]

test('behavior: following each run equals rebuilding', async () => {
  const following = new States(app.app.store)
  for (const [index, put] of RUNS.entries()) {
    await put()
    const snapshot = app.app.store.snapshot()
    const rebuilt = new States(app.app.store)
    for (const state of await listStates('src/domains/equities'))
      expect(await following.get(state, snapshot), `${state.name} after run ${index + 1}`).toEqual(
        await rebuilt.get(state, snapshot),
      )
  }
})
