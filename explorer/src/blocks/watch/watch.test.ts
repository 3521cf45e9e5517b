import { expect, test } from 'vitest'
import { fromCarried, merged, nextVisits, parseWatched, toCarried } from './watched.ts'

const wren = { kind: 'protocol', id: 'wren-lend', name: 'Wren, Lend: 2' }
const coin = { kind: 'coin', id: 'base:0xaa', name: 'AA' }

test('a list is carried by a URL and back', () => {
  expect(toCarried([wren, coin])).toEqual([
    'protocol:wren-lend:Wren%2C%20Lend%3A%202',
    'coin:base%3A0xaa:AA',
  ])
  expect(fromCarried(toCarried([wren, coin]))).toEqual([wren, coin])
  expect(fromCarried(['nonsense', 'a:%E0%A4%A:c', '::x'])).toEqual([])
})

test('two lists become one, each thing once', () => {
  expect(merged([wren], [coin, { ...wren, name: 'other' }])).toEqual([wren, coin])
})

test('a file has only what a list needs', () => {
  expect(parseWatched(JSON.stringify([{ ...wren, more: 1 }, { kind: 'x' }, null]))).toEqual([wren])
})

test('visits: the first has none before; after half an hour a new one begins', () => {
  const minute = 60_000
  const first = nextVisits({ before: null, now: null }, 0, { a: 1 })
  expect(first).toEqual({ before: null, now: { atMs: 0, values: { a: 1 } } })
  // Within the same visit the first figures stay, new things are added.
  const same = nextVisits(first, 29 * minute, { a: 2, b: 5 })
  expect(same).toEqual({ before: null, now: { atMs: 0, values: { a: 1, b: 5 } } })
  const second = nextVisits(same, 31 * minute, { a: 3 })
  expect(second.before?.values).toEqual({ a: 1, b: 5 })
  expect(second.now).toEqual({ atMs: 31 * minute, values: { a: 3 } })
})
