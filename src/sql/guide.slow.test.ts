import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../test/support/test-app.ts'
import { at } from '../lib/at.ts'
import { listFunctions } from './syntax-tree.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/sql.md'), 'utf8')
const questions = [
  ...guide.matchAll(/^### \d+\. (.+)\n[^#]*?```sql\n([\s\S]*?)\n```\n\n```csv\n([\s\S]*?)```/gm),
].map((match) => ({ title: at(match, 1), query: at(match, 2), result: at(match, 3) }))
const PARAMETERS = { coin: 'aggregator:bitcoin' }

let service: TestApp
beforeAll(async () => {
  service = await TestApp.start({ ALMANAC_DEMO: 'auto' })
})
afterAll(() => service.stop())

test('behavior: the guide works ten questions out', () => {
  expect(questions).toHaveLength(10)
})

test.each(questions)('behavior: $title', async ({ query, result }) => {
  const parameters = query.includes('{coin:String}') ? PARAMETERS : {}
  const body = { query, parameters, format: 'csv' }
  const response = await service.post('/sql', body, { pro: true })
  expect(response).toMatchObject({ status: 200, body: result })
})

test('behavior: the guide lists every function', () => {
  const { ordinary, aggregate } = listFunctions()
  const listed = guide.slice(guide.indexOf('## The functions')).matchAll(/`(\w+)`/g)
  const names = new Set(listed.map((match) => at(match, 1)))
  expect([...ordinary, ...aggregate].filter((name) => !names.has(name))).toEqual([])
})
