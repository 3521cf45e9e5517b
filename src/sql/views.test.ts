import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../test/support/test-app.ts'

let service: TestApp
beforeAll(async () => {
  service = await TestApp.start()
})
afterAll(() => service.stop())

test('behavior: every fact has two views, whose columns and types are those of /meta/datasets', async () => {
  const { body } = await service.get('/meta/datasets')
  const datasets = body as {
    fact: string
    views: { current: string; versions: string; columns: Record<string, string> }
  }[]
  expect(datasets.map(({ fact }) => fact)).toEqual([...service.app.store.facts.keys()])
  for (const { fact, views } of datasets) {
    expect([views.current, views.versions]).toEqual([fact, `${fact}_versions`])
    for (const view of [views.current, views.versions]) {
      const response = await service.post('/sql', { query: `SELECT * FROM ${view}` }, { pro: true })
      const columns = Object.entries(views.columns).map(([name, type]) => ({ name, type }))
      expect(response.body).toEqual({ columns, rows: [] })
    }
  }
})
