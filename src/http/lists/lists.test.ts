import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TEST_KEY, TestApp, type TestResponse } from '../../../test/support/test-app.ts'
import { hacks } from '../../domains/hacks/facts.ts'
import { protocols } from '../../domains/registry/facts.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'

let app: TestApp

const tvl = (protocol: string, chain: string, tvlUsd: number) => ({
  ...{ protocol, chain, section: 'tvl', atSec: NOW_SEC - 600, tvlUsd },
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    { id: 'parent#fox', name: 'Fox' },
    { id: '1', name: 'Fox V1', category: 'Dexs', parent: 'parent#fox' },
    { id: '2', name: 'Fox V2', category: 'Dexs', parent: 'parent#fox' },
    { id: '3', name: 'bear Lend', category: 'Lending' },
    { id: '4', name: 'Ant Stake', category: 'Liquid Staking' },
    { id: '5', name: 'Cat Lend', category: 'Lending' },
  ])
  await app.put(tvlRecords, [
    tvl('1', 'ethereum', 500),
    tvl('2', 'base', 400),
    tvl('3', 'ethereum', 300),
    tvl('3', 'base', 50),
    tvl('4', 'ethereum', 200),
    tvl('5', 'optimism', 200),
  ])
})
afterAll(() => app.stop())

type Rows = Record<string, unknown>[]

async function names(query: string, path = '/protocols'): Promise<unknown[]> {
  const { status, body } = await app.get(`${path}${query}`)
  expect([status, status === 200 ? '' : body]).toEqual([200, ''])
  return (body as Rows).map(({ name }) => name)
}

/** The URL that `Link` leads to. */
function nextOf({ headers }: TestResponse, path: string): string | undefined {
  const [, reference] = /^<(\?[^>]*)>; rel="next"$/.exec(String(headers.link ?? '')) ?? []
  return reference === undefined ? undefined : path + reference
}

describe('filters', () => {
  test.each([
    ['?chain=eth', ['Fox V1', 'bear Lend', 'Ant Stake']],
    ['?chain=Optimism,BASE', ['Fox V2', 'bear Lend', 'Cat Lend']],
    ['?category=lending', ['bear Lend', 'Cat Lend']],
    ['?category=liquid-staking,DEXS', ['Fox V1', 'Fox V2', 'Ant Stake']],
    ['?parent=fox', ['Fox V1', 'Fox V2']],
    // 300 on Ethereum and 50 on Base.
    ['?minTvl=350', ['Fox V1', 'Fox V2', 'bear Lend']],
    ['?minTvl=200&chain=ethereum&category=Lending', ['bear Lend']],
    ['?chain=solana', []],
    ['?minTvl=350&liteV1=true', ['Fox V1', 'Fox V2', 'bear Lend']],
    ['?chain=&category=&minTvl=', ['Fox V1', 'Fox V2', 'bear Lend', 'Ant Stake', 'Cat Lend']],
  ])('behavior: %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test.each([
    ['?chain=etherium', 404, ['Ethereum']],
    ['?category=Lendin', 404, ['Lending']],
    ['?parent=fix', 404, ['fox']],
    ['?minTvl=many', 400, undefined],
  ])('error: %s is %i', async (query, expected, suggestions) => {
    const { status, body } = await app.get(`/protocols${query}`)
    expect([status, (body as { suggestions?: unknown }).suggestions]).toEqual([
      expected,
      suggestions,
    ])
  })
})

describe('sort, order, fields', () => {
  test.each([
    ['?sort=name', ['Ant Stake', 'bear Lend', 'Cat Lend', 'Fox V1', 'Fox V2']],
    ['?sort=tvl&order=asc', ['Ant Stake', 'Cat Lend', 'bear Lend', 'Fox V2', 'Fox V1']],
    // Equals stay in the order of the list, which has the larger TVL first.
    ['?sort=category', ['Fox V1', 'Fox V2', 'bear Lend', 'Cat Lend', 'Ant Stake']],
    // Nobody has a market cap.
    ['?sort=mcap', ['Fox V1', 'Fox V2', 'bear Lend', 'Ant Stake', 'Cat Lend']],
    ['?sort=parentProtocol', ['Fox V1', 'Fox V2', 'bear Lend', 'Ant Stake', 'Cat Lend']],
  ])('behavior: %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('behavior: fields keep members, the filter and the order see the others', async () => {
    const { body } = await app.get('/protocols?fields=name&sort=tvl&order=asc&limit=1&minTvl=300')
    expect(body).toEqual([{ name: 'bear Lend' }])
  })

  test.each([
    ['?sort=tvll', ['tvl']],
    ['?fields=nam,tvll', ['name']],
    ['?sort=chainTvls', undefined],
    ['?order=asc', undefined],
    ['?sort=tvl&order=up', undefined],
    ['?limit=0', undefined],
    ['?limit=100001', undefined],
    ['?limit=1.5', undefined],
  ])('error: 400 for %s', async (query, suggestions) => {
    const { status, body } = await app.get(`/protocols${query}`)
    expect(status).toBe(400)
    if (suggestions !== undefined) expect(body).toMatchObject({ suggestions })
  })
})

describe('members on request', () => {
  test('behavior: a table has their columns only where they are requested', async () => {
    const header = async (query: string) =>
      String((await app.get(`/v2/chains?format=csv${query}`)).body).split(/\r?\n/)[0]
    expect(await header('&fields=name,tvl')).toBe('tvl,name')
    expect(await header('&fields=name&spark=2')).toBe('name,spark')
    expect(await header('&spark=2')).toBe(`${await header('')},spark`)
  })

  test('error: 400 for an order by a column that was not requested', async () => {
    const url = '/equities/v1/companies-list?sort=marketCap'
    const { status, body } = await app.get(url, { pro: true })
    expect([status, body]).toMatchObject([
      400,
      { message: expect.stringContaining('`metrics=marketCap`') },
    ])
    expect((await app.get(`${url}&metrics=marketCap`, { pro: true })).status).toBe(200)
  })
})

describe('pages', () => {
  test('default: Link leads through the list, the last page has none', async () => {
    const first = await app.get('/protocols?limit=2&fields=name')
    expect(first.body).toEqual([{ name: 'Fox V1' }, { name: 'Fox V2' }])
    const second = await app.get(nextOf(first, '/protocols') ?? '')
    expect(second.body).toEqual([{ name: 'bear Lend' }, { name: 'Ant Stake' }])
    const third = await app.get(nextOf(second, '/protocols') ?? '')
    expect([third.body, third.headers.link]).toEqual([[{ name: 'Cat Lend' }], undefined])
    expect((await app.get('/protocols?limit=5')).headers.link).toBeUndefined()
  })

  test('behavior: a page may be of another size, or all that is left', async () => {
    const first = await app.get('/protocols?limit=1&sort=name')
    const next = nextOf(first, '/protocols') ?? ''
    expect(await names(next.replace('limit=1', 'limit=2'), '')).toEqual(['bear Lend', 'Cat Lend'])
    expect(await names(next.replace('limit=1&', ''), '')).toEqual([
      ...['bear Lend', 'Cat Lend', 'Fox V1', 'Fox V2'],
    ])
  })

  test('behavior: pages show the data of the first one while runs come in', async () => {
    await app.put(hacks, hackRows(['A', 'B', 'C', 'D']))
    const path = '/api/hacks'
    const pages = [await app.get(`${path}?limit=2&fields=name`, { pro: true })]
    // A newer incident would move B to the second page, and the last one leaves its place.
    await app.put(hacks, hackRows(['New'], 0))
    await app.put(hacks, hackRows(['Newer'], -1))
    for (let next = nextOf(pages[0] as TestResponse, path); next !== undefined; ) {
      const page = await app.get(next, { pro: true })
      pages.push(page)
      next = nextOf(page, path)
    }
    const shown = pages.flatMap(({ body }) => (body as Rows).map(({ name }) => name))
    expect(shown).toEqual(['A', 'B', 'C', 'D'])
    expect(pages[1]?.headers).toMatchObject({
      'x-as-of-run': String(Number(pages[1]?.headers['x-as-of-run'])),
      'cache-control': 'private, max-age=86400, immutable',
    })
    const now = await app.get(`${path}?limit=2&fields=name`, { pro: true })
    expect(now.body).toEqual([{ name: 'Newer' }, { name: 'New' }])
  })

  test('behavior: a link shows no key and no asOf, and keeps every other parameter', async () => {
    const url = `/${TEST_KEY}/api/protocols?limit=1&fields=name&chain=eth&asOf=${NOW_SEC + 5}&x=y`
    const first = await app.get(url)
    const link = String(first.headers.link)
    expect(link).not.toContain(TEST_KEY)
    const query = new URLSearchParams(nextOf(first, '')?.slice(1))
    expect(Object.fromEntries(query)).toEqual({
      ...{ limit: '1', fields: 'name', chain: 'eth', cursor: query.get('cursor') },
    })
    const second = await app.get(`/${TEST_KEY}/api/protocols?${query}`)
    expect(second.body).toEqual([{ name: 'bear Lend' }])
  })

  test('behavior: an empty cursor is the first page, and a 304 needs no page', async () => {
    expect(await names('?cursor=&limit=1')).toEqual(['Fox V1'])
    const first = await app.get('/protocols?limit=1')
    const next = nextOf(first, '/protocols') ?? ''
    const { headers } = await app.get(next)
    const again = await app.get(next, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
  })

  test('error: 400 for a cursor of another list, other parameters, or none at all', async () => {
    const cursorOf = async (url: string) =>
      new URLSearchParams(nextOf(await app.get(url, { pro: true }), '')?.slice(1)).get('cursor')
    const ofChains = await cursorOf('/v2/chains?limit=1')
    const ofNames = await cursorOf('/protocols?limit=1&sort=name')
    const wrong = [
      `/protocols?cursor=${ofChains}`,
      `/protocols?cursor=${ofNames}`,
      `/protocols?cursor=${ofNames}&sort=name&order=asc`,
      `/protocols?cursor=${ofNames}&sort=name&minTvl=1`,
      `/protocols?cursor=${ofNames?.slice(1)}&sort=name`,
      '/protocols?cursor=next',
    ]
    for (const url of wrong) {
      const { status, body } = await app.get(url)
      expect([url, status, String((body as { message: string }).message)]).toEqual([
        ...[url, 400, expect.stringContaining('`cursor`')],
      ])
    }
    expect(await names(`?cursor=${ofNames}&sort=name&limit=1`)).toEqual(['bear Lend'])
  })
})

function hackRows(list: readonly string[], firstDay = 1): Record<string, unknown>[] {
  return list.map((name, index) => ({
    ...{ id: name, name, atSec: NOW_SEC - (index + firstDay + 2) * 86_400, chains: [] },
  }))
}
