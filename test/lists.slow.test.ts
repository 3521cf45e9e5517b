import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { hacks } from '../src/domains/hacks/facts.ts'
import { protocols } from '../src/domains/registry/facts.ts'
import { tvlRecords } from '../src/domains/tvl/facts.ts'
import { findList } from '../src/http/lists/list-place.ts'
import type { Route } from '../src/http/route.ts'
import { exampleUrl } from './support/operations.ts'
import { NOW_SEC, TestApp, type TestResponse } from './support/test-app.ts'

const PAGE = 7
/** After so many pages of seven the rest is requested at once. */
const MAX_PAGES = 12

const listed = routes.filter((route) => route.list !== undefined)

interface Walk {
  path: string
  whole: readonly unknown[]
  first: TestResponse
}

let service: TestApp
const walks = new Map<string, Walk>()

function rowsOf(route: Route, { body }: TestResponse): readonly unknown[] {
  const place = route.list?.places.find(({ members }) => findList(body, members) !== undefined)
  return findList(body, place?.members ?? []) ?? []
}

function nextOf({ headers }: TestResponse): string | undefined {
  return /^<\?([^>]*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
}

beforeAll(async () => {
  service = await TestApp.startDemo()
  for (const route of listed) {
    const url = exampleUrl(route, Object.values(route.paths)[0] ?? '')
    const path = url.includes('?') ? url : `${url}?`
    const whole = rowsOf(route, await service.get(path, { pro: true }))
    const first = await service.get(`${path}&limit=${PAGE}`, { pro: true })
    walks.set(route.id, { path, whole, first })
  }
  // The largest protocol of all, and an incident of today: every list that has them begins anew.
  await service.put(protocols, [{ id: '99999', name: 'Newcomer', category: 'Dexs' }])
  await service.put(tvlRecords, [
    { protocol: '99999', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC - 60, tvlUsd: 1e12 },
  ])
  await service.put(hacks, [{ id: 'today', name: 'Newcomer', atSec: NOW_SEC - 60, chains: [] }])
})
afterAll(() => service.stop())

test('behavior: every list of the contract that has rows of its own takes pages', () => {
  expect(listed.length).toBeGreaterThan(35)
})

describe.each(listed)('$id', (route) => {
  test('behavior: pages of 7 are the whole list, in its order, while runs come in', async () => {
    const { path, whole, first } = walks.get(route.id) as Walk
    expect(first.status, JSON.stringify(first.body).slice(0, 300)).toBe(200)
    const rows = [...rowsOf(route, first)]
    expect(rows).toHaveLength(Math.min(PAGE, whole.length))
    let next = nextOf(first)
    for (let page = 1; next !== undefined; page++) {
      const query = page < MAX_PAGES ? next : next.replace(`limit=${PAGE}`, 'limit=100000')
      const response = await service.get(`${path.split('?')[0]}?${query}`, { pro: true })
      expect(response.status, JSON.stringify(response.body).slice(0, 300)).toBe(200)
      rows.push(...rowsOf(route, response))
      next = nextOf(response)
    }
    expect(rows).toEqual(whole)
  })

  test('error: 400 for a wrong column, order, limit and cursor', async () => {
    const { path } = walks.get(route.id) as Walk
    const { first } = walks.get(route.id === 'hacks.list' ? 'raises.list' : 'hacks.list') as Walk
    const cursor = new URLSearchParams(nextOf(first)).get('cursor')
    const wrong = ['sort=nothing', 'fields=nothing', 'order=desc', 'limit=0', 'limit=x']
    for (const query of [...wrong, 'cursor=x', `cursor=${cursor}`]) {
      const { status, body } = await service.get(`${path}&${query}`, { pro: true })
      expect([query, status, body]).toMatchObject([query, 400, { error: 'invalid_parameter' }])
    }
  })
})

test('behavior: the present has what came in', async () => {
  const { body } = await service.get('/protocols?limit=1&fields=name')
  expect(body).toEqual([{ name: 'Newcomer' }])
})
