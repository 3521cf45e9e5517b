import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countResponses, fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { protocols } from '../../domains/registry/facts.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'
import { commitRows } from '../../runs/run.ts'

const HOUR = 3_600
let app: TestApp

/** Adds a protocol with 100 dollars times its id, as a run that was committed hours ago. */
async function commitAt(hoursAgo: number, id: number): Promise<void> {
  const atSec = NOW_SEC - hoursAgo * HOUR
  const protocol = { id: `${id}`, name: `Protocol ${id}`, category: 'Dexs' }
  const tvl = { chain: 'ethereum', section: 'tvl', atSec, tvlUsd: 100 * id }
  await commitRows(
    app.app.store,
    { source: 'test', clock: { nowMs: () => atSec * 1000 } },
    async () => ({
      rows: [
        { fact: protocols, rows: [protocol] },
        { fact: tvlRecords, rows: [{ protocol: protocol.id, ...tvl }] },
      ],
      counts: { accepted: 2, rejected: 0, held: 0 },
    }),
  )
}

beforeAll(async () => {
  app = await TestApp.start()
  await commitAt(30, 8)
  await commitAt(20, 9)
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

const at = (sec: number, path: string) => app.get(`${path}?asOf=${sec}`)

describe('one body for all timestamps of a run', () => {
  test('default: timestamps between two runs share a cached body and its tag', async () => {
    const before = await countResponses(app, 'tvl.listChains', 'made')
    const timestamps = [29, 28, 27.5, 25, 21].map((hours) => NOW_SEC - hours * HOUR + 7)
    const responses = await Promise.all(timestamps.map((sec) => at(sec, '/v2/chains')))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(responses.map(({ headers }) => headers['x-as-of-run'])).toEqual([
      '1',
      '1',
      '1',
      '1',
      '1',
    ])
    expect((await countResponses(app, 'tvl.listChains', 'made')) - before).toBe(1)
  })

  test('behavior: timestamps before and after a run have bodies of their own', async () => {
    const tvl = async (hoursAgo: number) =>
      ((await at(NOW_SEC - hoursAgo * HOUR, '/v2/chains')).body as { tvl: number }[]).map(
        (chain) => chain.tvl,
      )
    expect(await tvl(31)).toEqual([])
    expect(await tvl(25)).toEqual([800])
    expect(await tvl(19)).toEqual([800 + 900])
  })
})

describe('what caches are told', () => {
  const control = async (path: string, pro = false) =>
    (await app.get(path, { pro })).headers['cache-control']

  test('default: the present is requested again, the past is immutable', async () => {
    expect(await control('/v2/chains')).toBe('public, no-cache')
    const past = `asOf=${NOW_SEC - 25 * HOUR}`
    expect(await control(`/v2/chains?${past}`)).toBe('public, max-age=86400, immutable')
    expect(await control(`/api/v2/chains?${past}`, true)).toBe('private, max-age=86400, immutable')
  })

  test('behavior: a timestamp that a run may still reach is not immutable, an older one is', async () => {
    // The newest run was committed now; a minute ago only the runs of yesterday were there.
    expect(await control(`/v2/chains?asOf=${NOW_SEC}`)).toBe('public, no-cache')
    expect(await control(`/v2/chains?asOf=${NOW_SEC + 90}`)).toBe('public, no-cache')
    expect(await control(`/v2/chains?asOf=${NOW_SEC - 1}`)).toBe('public, max-age=86400, immutable')
  })

  test('behavior: a 304 says the same, an error and what is not made from facts are never stored', async () => {
    const past = `/v2/chains?asOf=${NOW_SEC - 25 * HOUR}`
    const tag = String((await app.get(past)).headers.etag)
    const unchanged = await app.get(past, { headers: { 'if-none-match': tag } })
    expect([unchanged.status, unchanged.headers['cache-control']]).toEqual([
      304,
      'public, max-age=86400, immutable',
    ])
    expect(await control(`/protocol/nobody?asOf=${NOW_SEC - 25 * HOUR}`)).toBe('no-store')
    expect(await control('/meta/datasets?asOf=1')).toBe('public, no-cache')
  })
})
