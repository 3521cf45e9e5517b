import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../test/support/test-app.ts'
import { sql } from '../lib/sql.ts'
import { requireNoFileAccess } from '../store/file-access.ts'
import { isAllowedFunction, listFunctions } from './syntax-tree.ts'

// Families of the engine in which no name is offered, whatever it does.
const CLOSED_FAMILIES = new Set([
  ...['AI', 'Dictionary', 'Embedded Dictionary', 'Encryption', 'Introspection'],
  ...['Machine Learning', 'Bitmap', 'Geo', 'Geo Polygon', 'Time Series'],
])
// Names that the parser makes itself, which the engine does not list.
const OF_THE_PARSER = [
  'exists',
  'lambda',
  'grouping',
  'date_trunc',
  'stddev',
  'sumMap',
  'minMap',
  'maxMap',
]

let service: TestApp
let families: Map<string, string>
beforeAll(async () => {
  service = await TestApp.start()
  const rows = await service.app.store.engine.query<{ name: string; categories: string }>(
    sql`SELECT name, categories FROM system.functions`,
  )
  families = new Map(rows.map(({ name, categories }) => [name.toLowerCase(), categories]))
})
afterAll(() => service.stop())

test('behavior: every name is one of the engine, and none of a closed family', () => {
  const { ordinary, aggregate } = listFunctions()
  const known = new Set(OF_THE_PARSER.map((name) => name.toLowerCase()))
  const names = [...ordinary, ...aggregate].filter((name) => !known.has(name.toLowerCase()))
  expect(names.filter((name) => !families.has(name.toLowerCase()))).toEqual([])
  expect(
    names.filter((name) => CLOSED_FAMILIES.has(families.get(name.toLowerCase()) ?? '')),
  ).toEqual([])
})

test('behavior: aggregate functions take the suffixes of the engine, others take none', () => {
  for (const name of [
    'sumIf',
    'COUNT',
    'countDistinct',
    'avgOrNull',
    'quantileExactIf',
    'uniqIfOrNull',
  ])
    expect([name, isAllowedFunction(name)]).toEqual([name, true])
  for (const name of ['fileIf', 'toDateIf', 'sumState', 'sumMerge', 'sleepOrNull', 'If_', ''])
    expect([name, isAllowedFunction(name)]).toEqual([name, false])
})

test('behavior: the embedded engine runs each of them', () => {
  const { ordinary, aggregate } = listFunctions()
  for (const name of [...ordinary, ...aggregate])
    expect(() => requireNoFileAccess(`SELECT ${name}('{}', id) FROM t`), name).not.toThrow()
})
