import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import { protocols } from '../../domains/registry/public.ts'
import { sql } from '../../lib/sql.ts'

const MILLION = 'SELECT arrayJoin(range(1000000)) AS n'
const THOUSAND = 'SELECT arrayJoin(range(1000)) AS n'
// Runs for as long as it is let: 10^12 pairs, of which no two have to be in memory.
const ENDLESS = `SELECT count() FROM (${MILLION}) AS a CROSS JOIN (${MILLION}) AS b WHERE a.n * b.n = 7`

// 100,000 letters.
const LONG_TEXT = "arrayStringConcat(arrayMap(x -> 'a', range(100000)))"

const BOMBS = [
  ENDLESS,
  `SELECT a.n FROM (${MILLION}) AS a, (${MILLION}) AS b, (${MILLION}) AS c WHERE a.n + b.n = c.n`,
  `SELECT count() FROM (${MILLION}) AS a JOIN (${MILLION}) AS b ON a.n % 2 = b.n % 2`,
  `SELECT groupArray(a.n) FROM (${MILLION}) AS a CROSS JOIN (${THOUSAND}) AS b`,
  `SELECT uniqExact(a.n * 1000 + b.n) FROM (${MILLION}) AS a CROSS JOIN (${THOUSAND}) AS b`,
  `SELECT a.n, b.n FROM (${MILLION}) AS a CROSS JOIN (${MILLION}) AS b ORDER BY cityHash64(a.n, b.n)`,
  `SELECT groupConcat(',')(n) OVER (ORDER BY n) FROM (${MILLION})`,
  `SELECT quantileExact(n) OVER (ORDER BY n) FROM (${MILLION})`,
  'SELECT length(range(1000000000))',
  'SELECT arrayMap(x -> range(1000000), range(1000000))',
  'SELECT arrayMap(x -> arrayMap(y -> arrayMap(z -> 1, range(1000)), range(1000)), range(1000))',
  'SELECT arrayJoin(range(1000000)) AS a, arrayJoin(range(100000)) AS b',
  `SELECT ${LONG_TEXT}, ${LONG_TEXT} FROM (${MILLION})`,
  `SELECT replaceAll(${LONG_TEXT}, 'a', ${LONG_TEXT})`,
  `SELECT count() FROM (${MILLION}) WHERE match(concat(${LONG_TEXT}, toString(n)), '(a*)*b')`,
  'WITH RECURSIVE r AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM r) SELECT count() FROM r',
  'WITH RECURSIVE r AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM r ARRAY JOIN [1, 2, 3]) SELECT count() FROM r',
  'SELECT n FROM (SELECT arrayJoin([1, 4000000000]) AS n) ORDER BY n WITH FILL STEP 1',
  'SELECT count() FROM (SELECT n FROM (SELECT arrayJoin([1, 4000000000000]) AS n) ORDER BY n WITH FILL STEP 1)',
  `SELECT sparkbar(1000000000)(n, n) FROM (${THOUSAND})`,
  `SELECT topK(1000000000)(n) FROM (${MILLION})`,
  `SELECT groupArrayMovingSum(n) OVER (ORDER BY n) FROM (${MILLION})`,
  `SELECT histogram(1000000)(n) FROM (${MILLION})`,
  `SELECT exponentialMovingAverage(1)(n, n) OVER (ORDER BY n ROWS BETWEEN 1000000 PRECEDING AND CURRENT ROW) FROM (${MILLION})`,
  `SELECT largestTriangleThreeBuckets(1000000)(n, n) OVER (ORDER BY n) FROM (${MILLION})`,
  `SELECT (SELECT count() FROM (${MILLION}) AS a CROSS JOIN (${MILLION}) AS b WHERE a.n * b.n = 7)`,
  `EXPLAIN SELECT (SELECT count() FROM (${MILLION}) AS a CROSS JOIN (${MILLION}) AS b WHERE a.n = 7 * b.n + 1 OR a.n = 1)`,
  `SELECT n FROM (${MILLION})`,
  `SELECT concat(${LONG_TEXT}, toString(n)) FROM (${THOUSAND})`,
]

describe('callers at the same time', () => {
  let service: TestApp
  let port: number
  let keys: string[]
  beforeAll(async () => {
    service = await TestApp.start({ ALMANAC_SQL_MAX_SECONDS: '600' })
    port = await service.listen()
    const { accounts } = service.app
    keys = [TEST_KEY]
    for (const name of ['second', 'third']) keys.push((await accounts.createKey({ name })).text)
  })

  const post = (key: string | undefined, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/sql`, {
      method: 'POST',
      headers: { 'x-api-key': String(key), 'content-type': 'application/json' },
      body: JSON.stringify({ query: ENDLESS }),
      ...(signal === undefined ? {} : { signal }),
    })
  // Only those past their start: one that is cancelled earlier leaves nothing behind.
  const countRunning = async () => {
    const [response] = await service.app.store.engine.writerQuery<{ count: number }>(
      sql`SELECT count() AS count FROM system.processes WHERE startsWith(query, '/* statement') AND elapsed > 0.5`,
    )
    return response?.count
  }
  const untilRunning = async (expected: number) => {
    for (let tries = 0; tries < 1_000 && (await countRunning()) !== expected; tries++)
      await sleep(50)
    expect(await countRunning()).toBe(expected)
  }

  test('error: 429 for a second statement of a key, 503 when all places are taken', async () => {
    const first = new AbortController()
    const second = new AbortController()
    const running = [post(keys[0], first.signal), post(keys[1], second.signal)].map((response) =>
      response.catch(() => undefined),
    )
    await untilRunning(2)
    const again = await post(keys[0])
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '300'])
    const third = await post(keys[2])
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '300'])
    // A client that leaves gives its place back: the engine stops at once.
    first.abort()
    await untilRunning(1)
    second.abort()
    await untilRunning(0)
    await Promise.all(running)
    const response = await service.post('/sql', { query: 'SELECT 1' }, { pro: true })
    expect(response).toMatchObject({ status: 200, body: { rows: [[1]] } })
  })

  test('behavior: stopping cancels a statement and returns 503', async () => {
    const running = post(keys[0])
    await untilRunning(1)
    const startMs = performance.now()
    await service.stop()
    expect(performance.now() - startMs).toBeLessThan(9_500)
    expect((await running).status).toBe(503)
  })
})

describe('one caller', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await TestApp.start({ ALMANAC_SQL_MAX_SECONDS: '1', ALMANAC_SQL_MEMORY_MB: '256' })
    await service.put(protocols, [{ id: '1', name: 'Example Swap' }])
  })
  afterAll(() => service.stop())

  /** Asks again while the statement before is not ended yet, which takes long on a busy machine. */
  const ask = async (query: string) => {
    for (let tries = 0; ; tries++) {
      const startMs = performance.now()
      const { status, body } = await service.post('/sql', { query }, { pro: true })
      const tookMs = performance.now() - startMs
      if (status !== 429 || tries === 300) return { status, body, tookMs }
      await sleep(100)
    }
  }

  test('behavior: statements that would take all time or memory end with one sentence', async () => {
    const beforeBytes = process.memoryUsage.rss()
    const wrong: string[] = []
    for (const query of BOMBS) {
      const { status, body, tookMs } = await ask(query)
      if (![400, 413].includes(status) || tookMs > 8_000)
        wrong.push(`${query} → ${status} in ${tookMs} ms: ${JSON.stringify(body).slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
    expect(process.memoryUsage.rss() - beforeBytes).toBeLessThan(1_000_000_000)
    const { body } = await ask('SELECT name FROM protocols')
    expect(body).toMatchObject({ rows: [['Example Swap']] })
  })
})
