import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextPage } from '../../../test/support/next-page.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { qualityHolds } from '../../live/guards/holds/facts.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  const hold = (protocol: string, atSec: number, more: object = {}) => ({
    fact: 'tvl',
    series: JSON.stringify({ protocol }),
    atSec,
    id: `${protocol}-id`,
    state: 'held',
    guard: 'spike',
    reason: 'It jumped.',
    release: 'agreement',
    value: 30e6,
    servedValue: 10e6,
    figures: '{}',
    decidedBy: null,
    heldRun: null,
    ...more,
  })
  const flag = {
    fact: 'prices',
    series: '{"coin":"aggregator:bitcoin"}',
    state: 'flagged',
    guard: 'stale',
    servedValue: 30e6,
  }
  await app.put(qualityHolds, [
    hold('alpha', NOW_SEC - 7200),
    hold('beta', NOW_SEC - 3600),
    hold('', NOW_SEC - 1800, flag),
  ])
  await app.put(qualityHolds, [
    hold('alpha', NOW_SEC - 7200, { state: 'released', decidedBy: 'agreement', heldRun: 1 }),
  ])
})
afterAll(() => app.stop())

async function quality(
  query = '',
): Promise<{ facts: object[]; readings: Record<string, unknown>[] }> {
  const { body, status } = await app.get(`/meta/quality${query}`)
  expect(status).toBe(200)
  return body as never
}

test('default: what was caught, newest first, with what became of it', async () => {
  const { facts, readings } = await quality()
  expect(facts).toEqual([
    { fact: 'prices', held: 0, released: 0, rejected: 0, flagged: 1 },
    { fact: 'tvl', held: 1, released: 1, rejected: 0, flagged: 0 },
  ])
  expect(
    readings.map(({ guard, state, heldRun, decidedBy, decidedRun }) => [
      guard,
      state,
      heldRun,
      decidedBy,
      decidedRun,
    ]),
  ).toEqual([
    ['stale', 'flagged', 1, null, null],
    ['spike', 'held', 1, null, null],
    ['spike', 'released', 1, 'agreement', 2],
  ])
  expect(readings[1]).toEqual({
    id: 'beta-id',
    fact: 'tvl',
    series: { protocol: 'beta' },
    atSec: NOW_SEC - 3600,
    state: 'held',
    guard: 'spike',
    reason: 'It jumped.',
    release: 'agreement',
    value: 30e6,
    servedValue: 10e6,
    heldRun: 1,
    decidedBy: null,
    decisionReason: null,
    decidedRun: null,
  })
})

test('behavior: by fact, by state, and no more than asked for', async () => {
  expect((await quality('?fact=prices')).readings).toHaveLength(1)
  expect((await quality('?fact=prices')).facts).toHaveLength(1)
  expect((await quality('?state=held')).readings.map(({ id }) => id)).toEqual(['beta-id'])
  expect((await quality('?limit=2')).readings).toHaveLength(2)
  expect((await quality('?fact=blocks')).readings).toEqual([])
})

test.each([
  ['?fact=price', 404],
  ['?state=lost', 400],
  ['?limit=0', 400],
])('error: %s is %i', async (query, status) => {
  expect((await app.get(`/meta/quality${query}`)).status).toBe(status)
})

test('behavior: by guard, by series and since a timestamp; the counts are of the same readings', async () => {
  const none = { held: 0, released: 0, rejected: 0, flagged: 0 }
  expect((await quality('?guard=stale')).facts).toEqual([{ fact: 'prices', ...none, flagged: 1 }])
  expect(await quality('?protocol=beta')).toMatchObject({
    facts: [{ fact: 'tvl', ...none, held: 1 }],
    readings: [{ series: { protocol: 'beta' } }],
  })
  expect((await quality('?protocol=alpha')).readings).toMatchObject([{ state: 'released' }])
  const { facts, readings } = await quality(`?since=${NOW_SEC - 3600}`)
  expect(facts).toEqual([
    { fact: 'prices', ...none, flagged: 1 },
    { fact: 'tvl', ...none, held: 1 },
  ])
  expect(readings).toHaveLength(2)
})

test('behavior: pages follow their links, each reading once', async () => {
  const seen: unknown[] = []
  let path: string | undefined = '/meta/quality?limit=1'
  while (path !== undefined) {
    const { body, headers } = await app.get(path)
    const { readings, facts } = body as { readings: { id: string }[]; facts: object[] }
    seen.push(...readings.map(({ id }) => id))
    expect(facts).toHaveLength(2)
    path = nextPage(headers.link, '/meta/quality')
  }
  expect(seen).toEqual(['-id', 'beta-id', 'alpha-id'])
})

test('error: 400 for a cursor of another list', async () => {
  const cursor = Buffer.from(JSON.stringify(['facts:tvl', 1, 1, 1, '', ''])).toString('base64url')
  expect((await app.get(`/meta/quality?cursor=${cursor}`)).status).toBe(400)
})
