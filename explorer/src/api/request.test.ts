import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBy, request } from './request.ts'

const SOURCES = join(import.meta.dirname, '..')
/**
 * A response of a type of its own, or a path that is written out; the router has paths of pages.
 */
const BY_PATH = /\bask<(?!unknown>)|\bpath(?:=\{?|: )['"`]\//

test('parameters of the path are in it, those without a value are nowhere', () => {
  const scope = { metric: 'fees', chain: 'OP Mainnet', dataType: undefined }
  expect(request('getMetricChain', scope)).toEqual({
    path: '/api/v2/metrics/fees/chain/OP%20Mainnet',
    query: {},
  })
  expect(request('listPools', { fields: 'pool,tvlUsd', limit: 5 })).toEqual({
    path: '/pools',
    query: { fields: 'pool,tvlUsd', limit: '5' },
  })
})

test('columns of a key are parameters of their own, in their place', () => {
  const { query } = request('listMarks', { fact: 'tvl', others: { protocol: '7' }, limit: 9 })
  expect(Object.entries(query)).toEqual([
    ['fact', 'tvl'],
    ['protocol', '7'],
    ['limit', '9'],
  ])
})

test('a request is read by its own rule', () => {
  const { path, read } = readBy(request('listChains', {}), (chains) => chains.length)
  expect([path, read([{}, {}])]).toEqual(['/v2/chains', 2])
})

test('pages and blocks ask by operation, so that they read what the service declares', () => {
  const asking = ['blocks', 'page', 'routes'].flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test|route-tree)\.tsx?$/.test(file))
      .map((file) => join(folder, file))
      .filter((file) => BY_PATH.test(readFileSync(join(SOURCES, file), 'utf8'))),
  )
  expect(asking).toEqual([])
})
