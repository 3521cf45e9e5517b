import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReplayServer } from '../../test/support/replay-server.ts'
import { TestApp } from '../../test/support/test-app.ts'
import { sources } from '../app.ts'
import { chains } from '../domains/registry/public.ts'
import { at } from '../lib/at.ts'
import { listFetches } from '../live-fetches.ts'
import { makeZip } from '../sources/files/zip-for-tests.ts'
import { localOperations, type Operations } from './operations.ts'
import { runLine } from './run-for-tests.ts'
import type { SourceState } from './source-operations.ts'

let server: ReplayServer
let service: TestApp

beforeAll(async () => {
  server = await ReplayServer.start()
  service = await TestApp.start({
    ALMANAC_SOURCES: 'reference-rates',
    ALMANAC_SOURCE_REFERENCE_RATES_URL: server.url,
    ALMANAC_SOURCE_CHAIN_REGISTRY_URL: `${server.url}/chains.json`,
    ALMANAC_SOURCE_EDGAR_URL: server.url,
    ALMANAC_SOURCE_EDGAR_CONTACT: 'Ada ada@example.org',
    ALMANAC_SOURCE_EDGAR_COMPANIES: 'all',
  })
})

afterAll(async () => {
  await service.stop()
  await server.stop()
})

async function run(args: string[], operations: Partial<Operations> = {}): Promise<string[]> {
  const { store, clock, live, sql } = service.app
  const mirror = { mirrored: [], routes: [] }
  const local = localOperations({ store, clock, sources, live, sql, mirror })
  const { lines } = await runLine(['sources', ...args], {
    operations: { ...local, ...operations },
    config: { dataDir: service.dataDir },
  })
  return lines
}

const printed = () => run([])

const lineOf = (lines: readonly string[], name: string) =>
  lines.find((line) => line.startsWith(`${name} `))?.split(/ {2,}/)

test('default: what is on and off, when it was last read, terms, keys and settings', async () => {
  const lines = await printed()
  expect(lines[0]?.split(/ {2,}/)).toEqual(['source', 'state', 'last success', 'next cycle', 'key'])
  // The clock of the tests stands still, so nothing is planned.
  expect(lineOf(lines, 'reference-rates')).toEqual([
    'reference-rates',
    'waiting',
    '-',
    '-',
    'not needed',
  ])
  const from = lines.findIndex((line) => line.startsWith('reference-rates: '))
  expect(lines.slice(from, from + 3)).toEqual([
    'reference-rates: Central bank reference rates of currencies (fx_rates)',
    '  Terms: Free to use with the source named; for information, not for transactions.',
    '  ALMANAC_SOURCE_REFERENCE_RATES_URL (set): folder of eurofxref.zip and eurofxref-hist.zip; by default https://www.ecb.europa.eu/stats/eurofxref',
  ])
  expect(lines.join('\n')).not.toContain(server.url)
})

test('behavior: a cycle that failed is shown with its reason, one that succeeded with its time', async () => {
  const { scheduler } = service.app.live
  const job = scheduler.findJob('reference-rates')
  if (job === undefined) throw new Error('not scheduled')
  await expect(scheduler.cycle(job)).rejects.toThrow('does not exist (HTTP status 404)')
  server.put('/eurofxref-hist.zip', makeZip({ 'a.csv': 'Date,USD,\n2026-01-13,1.165,\n' }))
  await scheduler.cycle(job)
  expect(lineOf(await printed(), 'reference-rates')?.[2]).toBe('2026-01-14T12:00:00Z')
})

test('behavior: how to switch on what is off, beside what is on', async () => {
  const source: SourceState = {
    name: 'new-source',
    describe: 'Something new',
    state: 'off',
    lastSuccessSec: null,
    nextSec: null,
    problem: null,
    key: 'required',
    terms: 'None.',
    facts: [],
    settings: [
      {
        variable: 'ALMANAC_SOURCE_NEW_SOURCE_KEY',
        describe: 'its key',
        byDefault: null,
        isSet: false,
      },
    ],
  }
  const on = { ...source, name: 'first', state: 'failing' as const, problem: 'it is down' }
  const lines = await run([], { listSources: async () => [on, source] })
  expect(at(lines, 2).split(/ {2,}/)).toEqual(['new-source', 'off', '-', '-', 'needed'])
  expect(lines).toContain('  Problem: it is down')
  expect(lines).toContain('  To switch it on: ALMANAC_SOURCES=first,new-source')
  expect(lines.at(-1)).toBe('  ALMANAC_SOURCE_NEW_SOURCE_KEY: its key')
})

test('error: a source or a setting that nobody knows stops the start', async () => {
  await expect(TestApp.open({ ALMANAC_SOURCES: 'reference-rate' })).rejects.toThrow(
    'ALMANAC_SOURCES: no source is called "reference-rate". Is it reference-rates?',
  )
  await expect(TestApp.open({ ALMANAC_SOURCE_REFERENCE_RATES_UR: 'x' })).rejects.toThrow(
    'ALMANAC_SOURCE_REFERENCE_RATES_UR: no source has this setting.',
  )
})

describe('fill', () => {
  const folder = join(import.meta.dirname, '../domains/equities/ingest/recorded')
  const recorded = (name: string) => readFileSync(join(folder, name), 'utf8')
  const SUBMISSIONS = '/Archives/edgar/daily-index/bulkdata/submissions.zip'
  const FACTS = '/Archives/edgar/daily-index/xbrl/companyfacts.zip'
  const TICKERS = '/files/company_tickers_exchange.json'

  test('default: archives are fetched and imported; after a failure what is there is not fetched again', async () => {
    server.put(TICKERS, recorded('company_tickers_exchange.json'))
    server.put(SUBMISSIONS, makeZip({ 'CIK0000900001.json': recorded('submissions.json') }))
    server.taken()
    await expect(run(['fill', 'edgar'])).rejects.toThrow('companyfacts.zip does not exist')
    expect(server.taken()).toEqual([`206 ${TICKERS}`, `206 ${SUBMISSIONS}`, `404 ${FACTS}`])

    server.put(FACTS, makeZip({ 'CIK0000900001.json': recorded('company-facts.json') }))
    expect((await run(['fill', 'edgar']))[0]).toMatch(/^edgar: [\d,]+ accepted, 0 rejected/)
    // One byte of each shows that it is still the same.
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([
      'bytes=0-0',
      'bytes=0-0',
      'bytes=0-33554431',
    ])
    expect(existsSync(join(service.dataDir, 'downloads/edgar'))).toBe(false)
  })

  test('error: a source without archives, and a wrong word', async () => {
    await expect(run(['fill', 'reference-rates'])).rejects.toThrow(
      'No source called "reference-rates" has archives for a first fill. There are: edgar.',
    )
    await expect(run(['empty'])).rejects.toThrow(
      'usage: almanac sources | almanac sources fill <source> | almanac sources check <source>',
    )
  })
})

describe('check', () => {
  const chain = (chainId: number, name: string, symbol: string) => ({
    chainId,
    name,
    nativeCurrency: { name: symbol, symbol, decimals: 18 },
  })

  test('default: differences by name; corrected reference data goes to a file', async () => {
    server.put('/chains.json', [chain(1, 'Ethereum Mainnet', 'ETH'), chain(56, 'BNB', 'TBNB')])
    const path = join(service.dataDir, 'chains.json')
    const lines = await run(['check', 'chain-registry', '--write', path])
    expect(lines).toContain('BSC: gas token BNB here, TBNB in the registry')
    expect(lines.filter((line) => line.startsWith('Ethereum:'))).toEqual([])
    expect(lines.at(-2)).toMatch(/^\d+ compared, \d+ differences$/)
    const written = JSON.parse(readFileSync(path, 'utf8')) as { key: string; gasToken: string }[]
    expect(written.find(({ key }) => key === 'bsc')?.gasToken).toBe('TBNB')
    expect(written).toHaveLength(chains.list().length)
    expect(lineOf(await printed(), 'chain-registry')?.[1]).toBe('only compared')
  })

  test('behavior: 429 and 503 are waited for', async () => {
    server.put('/chains.json', [])
    server.fail('/chains.json', { status: 429, headers: { 'retry-after': '0' } }, { status: 503 })
    expect((await run(['check', 'chain-registry'])).at(-1)).toMatch(/ compared, /)
  })

  test.each([
    ['{}', 'the chain registry is not a list of chains'],
    ['[{"chainId":1,"name":"A"}]', 'the chain registry[0].nativeCurrency is missing'],
    ['[{"chainId":1', 'the chain registry is not valid JSON'],
  ])('error: the changed form %s is named', async (body, message) => {
    server.put('/chains.json', body)
    await expect(run(['check', 'chain-registry'])).rejects.toThrow(message)
  })

  test('error: it cannot be switched on, and others cannot be compared', async () => {
    await expect(run(['check', 'edgar'])).rejects.toThrow('There are: chain-registry.')
    expect(() => listFetches({ sources: ['chain-registry'], sourceSettings: new Map() })).toThrow(
      'ALMANAC_SOURCES: chain-registry brings no data.',
    )
  })
})
