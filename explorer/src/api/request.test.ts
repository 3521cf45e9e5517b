import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBy, request } from './request.ts'

const ROUTES = join(import.meta.dirname, '../routes')
// They still ask by address, with types of their own.
const BY_ADDRESS = /^(bridges|coins|protocols)\/|^across\/use-watched|^build\/(operation|name)-/

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

test('pages ask by operation, so that they read what the service declares', () => {
  const asking = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      /\buseAnswer\b|\bask<(?!unknown>)/.test(readFileSync(join(ROUTES, file), 'utf8')),
  )
  expect(asking.filter((file) => !BY_ADDRESS.test(file))).toEqual([])
})
