import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ReplayOrigin } from '../../../test/support/mirror/replay-origin.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { mirrored, routes } from '../../app.ts'
import { type MirrorRequest, mirrorOperations } from '../../commands/mirror-operations.ts'
import { sql } from '../../lib/sql.ts'

const KEY = 'origin-key-0123456789'
const hacksPath = `/${KEY}/api/hacks`
const raisesPath = `/${KEY}/api/raises`

let app: TestApp
let origin: ReplayOrigin

beforeEach(async () => {
  app = await TestApp.start()
  origin = await ReplayOrigin.start()
})
afterEach(async () => {
  origin.stop()
  await app.stop()
})

const cycle = (more: Partial<MirrorRequest> = {}) =>
  operations().mirrorCycle({
    base: origin.url,
    key: KEY,
    domains: ['hacks', 'raises'],
    sinceSec: 0,
    ratePerSec: 1_000,
    concurrency: 4,
    isDryRun: false,
    workDir: join(app.dataDir, 'spool'),
    ...more,
  })
const operations = () => mirrorOperations(app.app.store, app.app.clock, { mirrored, routes })
const served = async (path: string) => (await app.get(path, { pro: true })).body

const incident = (name: string, more: object = {}) => ({
  date: 1_711_065_600,
  name,
  classification: 'Protocol Logic',
  technique: null,
  amount: 4_800_000,
  chain: ['Blast'],
  bridgeHack: false,
  targetType: 'Gaming',
  source: 'https://example.org/report',
  returnedFunds: null,
  serviceId: 7,
  parentProtocolId: null,
  language: 'Solidity',
  ...more,
})

test('default: what the origin says is served here, and each response has a receipt', async () => {
  const [one, two] = [incident('One'), incident('Two', { date: 1_711_152_000, amount: null })]
  origin.say(hacksPath, [two, one])
  origin.say(raisesPath, { raises: [] })
  const summary = await cycle()
  expect(summary).toMatchObject({ calls: 2, accepted: 2, rejected: 0, held: 0, problems: [] })
  expect(await served('/api/hacks')).toEqual([two, one])
  const snapshot = app.app.store.snapshot()
  const receipts = await snapshot.query<{ address: string; etag: string; origin: string }>(
    sql`SELECT address, etag, origin FROM almanac.fact_mirror_receipts ORDER BY address`,
  )
  expect(receipts.map(({ address }) => address)).toEqual(['/api/hacks', '/api/raises'])
  expect(receipts[0]?.etag).toMatch(/^"[0-9a-f]{16}"$/)
  // The key goes to the origin and nowhere else.
  expect(
    JSON.stringify([receipts, summary, await app.app.store.journal.listAfter(0)]),
  ).not.toContain(KEY)
})

test('behavior: a response that has not changed costs a 304 and writes no row', async () => {
  origin.say(hacksPath, [incident('One')])
  origin.say(raisesPath, { raises: [] })
  await cycle()
  origin.takeRequests()
  const version = app.app.store.journal.versionOf('hacks')
  expect(await cycle()).toMatchObject({ accepted: 0, outcomes: { unchanged: 2 } })
  expect(origin.takeRequests().sort()).toEqual([`304 ${hacksPath}`, `304 ${raisesPath}`])
  expect(app.app.store.journal.versionOf('hacks')).toBe(version)
})

test('behavior: what the origin rewrites becomes a revision, what it removes is taken back', async () => {
  origin.say(hacksPath, [incident('One'), incident('Two'), incident('Three')])
  await cycle({ domains: ['hacks'] })
  origin.say(hacksPath, [incident('One', { amount: 5_000_000 }), incident('Three')])
  // One says something else, Two is gone, Three is the same.
  expect(await cycle({ domains: ['hacks'] })).toMatchObject({ accepted: 2 })
  expect((await served('/api/hacks')) as object[]).toHaveLength(2)
  const { body: revisions } = await app.get('/meta/revisions?fact=hacks')
  expect(revisions).toHaveLength(2)
  const diff = await operations().mirrorDiff({ sinceMs: 0, limit: 10 })
  expect(diff.map(({ changes }) => changes).toSorted((a, b) => a.length - b.length)).toEqual(
    expect.arrayContaining([
      [{ column: 'amountUsd', before: 4_800_000, after: 5_000_000 }],
      [{ column: 'withdrawn', before: null, after: true }],
    ]),
  )
  // Back again: a later row says so.
  origin.say(hacksPath, [incident('One'), incident('Two'), incident('Three')])
  expect(await cycle({ domains: ['hacks'] })).toMatchObject({ accepted: 2 })
  expect((await served('/api/hacks')) as object[]).toHaveLength(3)
})

test('behavior: numbers, times and lists in other forms; one bad item leaves the others', async () => {
  origin.say(hacksPath, [
    incident('Texts', { date: '1711065600', amount: '4800000', chain: 'Blast', serviceId: '7' }),
    incident('Milliseconds', { date: 1_711_065_600_000, chain: null }),
    incident('Bad', { amount: { usd: 1 } }),
    { date: 1_711_065_600, name: 'Short' },
  ])
  origin.say(raisesPath, '<html>Bad gateway</html>')
  const summary = await cycle()
  expect(summary.problems).toEqual(
    [
      '/api/raises: the body is not JSON (text/html, 24 bytes)',
      '/api/hacks: body[2].amount is an object instead of a number',
    ].toSorted((a, b) => summary.problems.indexOf(a) - summary.problems.indexOf(b)),
  )
  expect(
    ((await served('/api/hacks')) as { name: string }[]).map(({ name }) => name).sort(),
  ).toEqual(['Milliseconds', 'Short', 'Texts'])
  expect(await served('/api/hacks')).toContainEqual(incident('Texts'))
})

test('behavior: an item that cannot be read any more is not taken for one that is gone', async () => {
  origin.say(hacksPath, [incident('One'), incident('Two')])
  await cycle({ domains: ['hacks'] })
  origin.say(hacksPath, [incident('One'), incident('Two', { amount: { usd: 1 } })])
  expect(await cycle({ domains: ['hacks'] })).toMatchObject({
    accepted: 0,
    problems: ['/api/hacks: body[1].amount is an object instead of a number'],
  })
  expect((await served('/api/hacks')) as object[]).toHaveLength(2)
})

test('behavior: reports of one round come back as reports of one round', async () => {
  const raise = {
    date: 1_711_065_600,
    name: 'Example',
    round: 'Seed',
    amount: 12.5,
    chains: ['Ethereum'],
    sector: 'Swaps',
    category: 'DeFi',
    categoryGroup: 'DeFi & CeFi',
    source: 'https://example.org/a',
    leadInvestors: ['Lead'],
    otherInvestors: ['Other'],
    valuation: null,
    serviceId: '7',
    reports: [
      {
        reporter: 'first',
        date: 1_711_065_600,
        round: 'Seed',
        amount: 12.5,
        valuation: null,
        source: 'https://example.org/a',
      },
      {
        reporter: 'second',
        date: 1_711_152_000,
        round: null,
        amount: 12,
        valuation: null,
        source: null,
      },
    ],
  }
  origin.say(raisesPath, { raises: [raise] })
  await cycle({ domains: ['raises'] })
  expect((await served('/api/raises')) as object).toMatchObject({ raises: [raise] })
})

test('behavior: without a key what needs one is named and left out', async () => {
  const summary = await cycle({ key: undefined })
  expect(summary).toMatchObject({
    calls: 0,
    unavailable: ['raises.list needs a key', 'hacks.list needs a key'],
  })
})

test('behavior: what the origin refuses or does not have is named', async () => {
  origin.say(hacksPath, 'no', { status: 403 })
  const { unavailable } = await cycle()
  expect(unavailable.sort()).toEqual([
    'hacks.list: /api/hacks refused the request (HTTP status 403)',
    'raises.list: the origin does not have /api/raises',
  ])
})

test('behavior: a dry run stores nothing; since leaves older rows out', async () => {
  origin.say(hacksPath, [incident('Old', { date: 1_600_000_000 }), incident('New')])
  expect(await cycle({ domains: ['hacks'], isDryRun: true })).toMatchObject({
    readRows: { hacks: 2 },
    accepted: 0,
  })
  expect(await served('/api/hacks')).toEqual([])
  expect(await cycle({ domains: ['hacks'], sinceSec: 1_700_000_000 })).toMatchObject({
    accepted: 1,
  })
})

test('error: a domain that cannot be mirrored', () => {
  expect(() => cycle({ domains: ['hack'] })).toThrow('Did you mean hacks?')
})
