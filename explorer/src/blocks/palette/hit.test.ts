import { expect, test } from 'vitest'
import {
  actionsOf,
  foundHits,
  linkOf,
  otherHits,
  pageHits,
  pageOf,
  parseRecent,
  searchText,
  withHit,
} from './hit.ts'

test('pages by a part of their name; operations from three letters on; runs by number', () => {
  expect(pageHits('stable').map(({ to }) => to)).toEqual(['/stablecoins'])
  expect(otherHits('run 12').map(({ to }) => to)).toEqual(['/runs/12'])
  expect(otherHits('historicalChainTvl')[0]).toMatchObject({
    kind: 'operation',
    to: '/query',
    search: { op: 'getHistoricalChainTvl' },
  })
  expect(otherHits('ge')).toEqual([])
})

test('what is found can be watched under the id of its list', () => {
  const found = { id: '49', name: 'Wren Lend', symbol: 'WREL' }
  const company = '/equities/v1/summary?ticker=BRK.B&country=US'
  expect(
    foundHits([
      { ...found, kind: 'protocol', path: '/protocol/wren-lend' },
      { ...found, kind: 'company', path: company },
      { ...found, kind: 'unheardOf', path: '/x' },
    ]).map(({ to, watched }) => [to, watched?.id]),
  ).toEqual([
    ['/protocols/wren-lend', 'wren-lend'],
    ['/equities/US/BRK.B', 'US:BRK.B'],
  ])
})

test('a coin id is looked for by its address', () => {
  expect(searchText('base:0xAbCdEf12')).toBe('0xAbCdEf12')
  expect(searchText('wren lend')).toBe('wren lend')
})

test('recent: the newest first, each once, six at most, only whole ones', () => {
  const hit = (key: string) => ({ key, name: key, symbol: null, kind: 'page', to: `/${key}` })
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c'].reduce(
    (recent, key) => withHit(recent, hit(key)),
    [] as readonly ReturnType<typeof hit>[],
  )
  expect(all.map(({ key }) => key)).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
  expect(parseRecent(JSON.stringify([hit('a'), { key: 'x' }, null]))).toEqual([hit('a')])
  expect([parseRecent('nonsense'), parseRecent('{}'), parseRecent(null)]).toEqual([[], [], []])
})

test('actions: only what has a series is compared, only what has a name in a list is starred', () => {
  const page = { key: 'p', name: 'Hacks', symbol: null, kind: 'page', to: '/hacks' }
  const ids = (hit: Parameters<typeof actionsOf>[0], isStarred = false) =>
    actionsOf(hit, isStarred).map(({ id }) => id)
  expect(ids(page)).toEqual(['open', 'copy'])
  const watched = { kind: 'fund', id: '4', name: 'Four' }
  expect(ids({ ...page, to: '/etfs', watched })).toEqual(['open', 'star', 'copy'])
  const wren = { ...page, to: '/protocols/wren-lend', watched }
  expect(ids(wren)).toEqual(['open', 'compare', 'star', 'copy'])
  expect(actionsOf(wren, true)[2]?.name).toBe('Remove from the watchlist')
})

test('a link keeps what the hit asks for, and the timestamp', () => {
  const hit = { key: 'q', name: 'q', symbol: null, kind: 'operation', to: '/query' }
  const app = 'http://host/app'
  expect(linkOf(hit, app, null)).toBe('http://host/app/query')
  expect(linkOf({ ...hit, search: { op: 'getIndex' } }, app, '2026-11-01')).toBe(
    'http://host/app/query?op=getIndex&asOf=2026-11-01',
  )
})

test.each([
  ['protocol', '/protocol/indigo-swap', '/protocols/indigo-swap'],
  ['chain', '/v2/historicalChainTvl/OP%20Mainnet', '/chains/OP%20Mainnet'],
  ['coin', '/prices/current/ethereum%3A0xaa', '/coins/ethereum%3A0xaa'],
  ['pool', '/chart/7f3c', '/yields/7f3c'],
  ['company', '/equities/v1/summary?ticker=BRK.B&country=US', '/equities/US/BRK.B'],
  ['privateCompany', '/pre-ipo/v1/summary?company=orbit%20labs', '/pre-ipo/orbit%20labs'],
  ['fund', '/etfs/snapshot', '/etfs'],
  ['institution', '/dat/institutions/WREN', '/dat/WREN'],
  ['realWorldAsset', '/rwa/current', '/rwa'],
  ['unheardOf', '/x', null],
])('%s %s', (kind, path, page) => {
  expect(pageOf({ kind, path })).toBe(page)
})
