import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FetchWorld } from '../../../../test/support/fetch-world.ts'
import { companyFacts, equityFilers, equityFilings, equityListings } from '../facts.ts'
import { edgarDaily } from './edgar-daily.ts'

// Made-up companies in the published structure.
const recorded = (name: string) => readFileSync(join(import.meta.dirname, 'recorded', name), 'utf8')
const FOLDER = '/Archives/edgar/daily-index/2026/QTR1'
const TICKERS = '/files/company_tickers_exchange.json'
const SUBMISSIONS = '/submissions/CIK0000900001.json'
const FACTS = '/api/xbrl/companyfacts/CIK0000900001.json'
const PAGE = '/submissions/CIK0000900001-submissions-001.json'
const MASTER = `${FOLDER}/master.20260114.idx`
const MORNING = '2026-01-15T06:30:00Z'
const NEXT_MORNING = '2026-01-16T06:30:00Z'

let world: FetchWorld

const listFiles = (...days: string[]) =>
  world.server.put(`${FOLDER}/index.json`, {
    directory: { item: days.map((day) => ({ name: `master.${day}.idx`, type: 'file' })) },
  })

beforeEach(async () => {
  world = await FetchWorld.open({
    source: edgarDaily,
    settings: (url) => ({ url, data_url: url, contact: 'Ada ada@example.org', companies: 'lntn' }),
  })
  listFiles('20260113', '20260114')
  world.server.put(MASTER, recorded('master.20260114.idx'))
  world.server.put(TICKERS, recorded('company_tickers_exchange.json'))
  world.server.put(SUBMISSIONS, recorded('submissions.json'))
  world.server.put(FACTS, recorded('company-facts.json'))
  world.server.put(PAGE, recorded('CIK0000900001-submissions-001.json'))
})

afterEach(() => world.close())

/** An index of a day on which the company filed one form. */
const putIndex = (day: string, form: string) =>
  world.server.put(
    `${FOLDER}/master.${day}.idx`,
    `CIK|Company Name|Form Type|Date Filed|File Name\n---\n900001|LANTERN|${form}|${day}|edgar/data/900001/x.txt\n`,
  )

describe('cycles', () => {
  test('default: a company that is not on record is read whole, and the regulator is told who asks', async () => {
    await world.cycle(MORNING)
    expect(world.server.requests.map(({ headers }) => headers['user-agent'])[0]).toBe(
      'almanac Ada ada@example.org',
    )
    expect(world.server.taken()).toEqual([
      `200 ${FOLDER}/index.json`,
      `200 ${MASTER}`,
      `200 ${TICKERS}`,
      `200 ${SUBMISSIONS}`,
      `200 ${PAGE}`,
      `200 ${FACTS}`,
    ])
    expect(await world.rows(equityFilers, ['cik', 'name'])).toEqual([
      ['0000900001', 'Lantern Stores Inc.'],
    ])
    expect(await world.rows(equityListings, ['ticker', 'cik', 'rank'])).toEqual([
      ['LNTN', '0000900001', 0],
      ['LNTN-B', '0000900001', 1],
    ])
    const filings = await world.rows(equityFilings, ['accession', 'form'])
    // One of the page of older filings is among them.
    expect(filings).toContainEqual(['0000900001-03-000009', '10-Q'])
    expect(await world.rows(companyFacts, ['tag', 'value'])).toContainEqual([
      'dei:EntityCommonStockSharesOutstanding',
      200,
    ])
  })

  test('behavior: then only days on which it filed, and only figures of forms that have any', async () => {
    await world.cycle(MORNING)
    const before = await world.countVersions(companyFacts)
    listFiles('20260113', '20260114', '20260115')
    putIndex('20260115', '4')
    world.server.taken()
    await world.cycle(NEXT_MORNING)
    expect(world.server.taken().slice(2)).toEqual([`200 ${TICKERS}`, `200 ${SUBMISSIONS}`])
    expect(await world.countVersions(companyFacts)).toBe(before)

    listFiles('20260113', '20260114', '20260115', '20260116')
    putIndex('20260116', '10-Q')
    const facts = JSON.parse(recorded('company-facts.json')) as {
      facts: { dei: Record<string, { units: { shares: object[] } }> }
    }
    facts.facts.dei.EntityCommonStockSharesOutstanding?.units.shares.push({
      end: '2026-01-10',
      val: 190,
      accn: '0000900001-26-000002',
      form: '10-Q',
      filed: '2026-01-16',
    })
    world.server.put(FACTS, facts)
    await world.cycle('2026-01-17T06:30:00Z')
    expect(world.server.taken().at(-1)).toBe(`200 ${FACTS}`)
    expect(await world.countVersions(companyFacts)).toBe(before + 1)
    expect(await world.rows(companyFacts, ['tag', 'periodEnd', 'value'])).toContainEqual([
      'dei:EntityCommonStockSharesOutstanding',
      '2026-01-10',
      190,
    ])
  })

  test('behavior: days that were missed are made up for, each with its own index', async () => {
    await world.cycle(MORNING)
    listFiles('20260114', '20260115', '20260116')
    putIndex('20260115', '4')
    putIndex('20260116', '4')
    world.server.taken()
    // Thursday and Friday; on Saturday and Sunday nothing is published.
    expect(await world.cycle('2026-01-19T06:30:00Z')).toBe(4)
    const indexes = world.server.taken().filter((line) => line.includes('master'))
    expect(indexes).toEqual([
      `200 ${FOLDER}/master.20260115.idx`,
      `200 ${FOLDER}/master.20260116.idx`,
    ])
  })

  test('behavior: an index that is not published yet is requested again later', async () => {
    listFiles('20260113')
    await expect(world.cycle('2026-01-15T00:40:00Z')).rejects.toThrow('is not published yet')
    expect(await world.store.journal.listAfter(0)).toEqual([])
    listFiles('20260113', '20260114')
    expect(await world.cycle('2026-01-15T03:40:00Z')).toBe(1)
  })
})

describe('faults', () => {
  test('behavior: 429 is waited for, 503 and broken bodies are tried again', async () => {
    world.server.fail(MASTER, { status: 429, headers: { 'retry-after': '600' } })
    world.server.fail(FACTS, { status: 503 }, { truncateAt: 20 })
    expect(await world.cycle(MORNING)).toBe(1)
    expect(world.pauses).toContain(600_000)
  })

  test('behavior: a company without figures has none', async () => {
    world.server.remove(FACTS)
    expect(await world.cycle(MORNING)).toBe(1)
    expect(await world.countVersions(companyFacts)).toBe(0)
    expect(await world.rows(equityFilers, ['cik'])).toHaveLength(1)
  })

  test.each([
    ['the folder', `${FOLDER}/index.json`, '{}', /index\.json\.directory is missing/],
    ['the index', MASTER, '<html>blocked</html>', /master\.20260114\.idx has no line/],
    ['the tickers', TICKERS, '[]', /company_tickers_exchange\.json is not a list of tickers/],
    ['submissions', SUBMISSIONS, '{}', /CIK0000900001\.json is not a file of submissions/],
    ['figures', FACTS, '{"a":1}', /is not a file of company facts/],
    ['JSON', FACTS, '{"facts', /is not valid JSON/],
  ])(
    'error: a changed form of %s is named, and nothing is stored',
    async (_, path, body, message) => {
      world.server.put(path, body)
      await expect(world.cycle(MORNING)).rejects.toThrow(message)
      expect(await world.countVersions(equityFilings)).toBe(0)
    },
  )

  test('error: a company that nobody knows is named', async () => {
    world.server.put(TICKERS, {
      fields: ['cik', 'name', 'ticker', 'exchange'],
      data: [[1, 'A', 'A', null]],
    })
    await expect(world.cycle(MORNING)).rejects.toThrow('companies: LNTN is neither a ticker nor')
  })
})
