import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { commitRun } from '../../../runs/run.ts'
import type { Fact } from '../../../store/fact.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { tvlRecords } from '../../tvl/public.ts'
import { forkLinks, oracleLinks } from '../facts.ts'
import { at, forkLink, oracleLink, record } from '../world-for-tests.ts'

const FIRST = '2026-01-14T11:10:00Z'
const CORRECTION = '2026-01-14T11:20:00Z'
const BETWEEN = '2026-01-14T11:15:00Z'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(FIRST, [
    [
      protocols,
      [
        protocolRow({ id: '1', name: 'One', category: 'Dexs' }),
        protocolRow({ id: '2', name: 'Two', category: 'Dexs' }),
      ],
    ],
    [
      tvlRecords,
      [...record('1', at(1), { ethereum: 80 }), ...record('2', at(0, 11), { ethereum: 5 })],
    ],
    [oracleLinks, [oracleLink('1', 'Bell', 'Primary')]],
    [forkLinks, [forkLink('2', '1')]],
  ])
  // Yesterday's figure was wrong, One has another category, the link had ended yesterday, and Two
  // was never a fork.
  await putAt(CORRECTION, [
    [protocols, [protocolRow({ id: '1', name: 'One', category: 'Lending' })]],
    [tvlRecords, record('1', at(1), { ethereum: 90 })],
    [oracleLinks, [oracleLink('1', 'Bell', 'Primary', { untilSec: at(0) })]],
    [forkLinks, [forkLink('2', '1', { withdrawn: true })]],
  ])
  await app.put(
    tvlRecords,
    record('1', at(0, 12), { ethereum: 500e9 }).map((row) => ({ ...row, quality: 'held' })),
  )
})

afterAll(() => app.stop())

/** Puts rows into the store as a run that was committed at a given time. */
async function putAt(
  isoTime: string,
  rowsOf: readonly [Fact, readonly Record<string, unknown>[]][],
): Promise<void> {
  const clock = { nowMs: () => Date.parse(isoTime) }
  await commitRun(app.app.store, { source: 'test', clock, again: true }, async (stage) => {
    for (const [fact, rows] of rowsOf) await stage.insertRows(fact, rows)
    return { accepted: 0, rejected: 0, held: 0 }
  })
}

const ask = (path: string, query: string) => app.get(`${path}${query}`, { pro: true })

test.each([
  [
    'as it was known before the correction',
    `?asOf=${BETWEEN}`,
    {
      [at(1)]: { Dexs: { tvl: 80 } },
      [at(0)]: { Dexs: { tvl: 85 } },
      [at(0, 11)]: { Dexs: { tvl: 85 } },
    },
    [
      [at(1), 80],
      [at(0), 80],
      [at(0, 11), 80],
    ],
    { One: ['Two'] },
  ],
  [
    'now: held rows are never served',
    '',
    {
      [at(1)]: { Lending: { tvl: 90 } },
      [at(0)]: { Dexs: { tvl: 5 }, Lending: { tvl: 90 } },
      [at(0, 11)]: { Dexs: { tvl: 5 }, Lending: { tvl: 90 } },
    },
    [[at(1), 90]],
    {},
  ],
])('default: %s', async (_, query, categories, oracle, forks) => {
  expect(await ask('/api/categories', query)).toMatchObject({
    status: 200,
    body: { chart: categories },
  })
  expect(
    Object.keys(((await ask('/api/categories', query)).body as { chart: object }).chart),
  ).toEqual(Object.keys(categories))
  expect((await ask('/api/v2/chart/oracle/protocol/bell', query)).body).toEqual(oracle)
  expect((await ask('/api/v2/metrics/fork', query)).body).toEqual(forks)
})

test('behavior: before anything was known there is nothing', async () => {
  const before = '?asOf=2026-01-14T11:00:00Z'
  expect((await ask('/api/categories', before)).body).toEqual({
    chart: {},
    categories: {},
    categoryPercentages: {},
  })
  expect((await ask('/api/forks', before)).body).toEqual({
    chart: {},
    forks: {},
    parentProtocols: {},
  })
  expect((await ask('/api/oracles', before)).body).toMatchObject({
    chart: {},
    oracles: {},
    totalValueSecured: {},
    dominance: {},
  })
  for (const path of [
    '/api/v2/chart/oracle',
    '/api/v2/chart/oracle/chain-breakdown',
    '/api/v2/chart/fork/protocol-breakdown',
  ]) {
    expect((await ask(path, before)).body).toEqual([])
  }
  expect((await ask('/api/v2/chart/oracle/protocol/bell', before)).status).toBe(404)
})
