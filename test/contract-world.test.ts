import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains } from '../src/domains/index.ts'
import { findList } from '../src/http/lists/list-place.ts'
import { describeExamples } from './support/contract/examples.ts'
import { describeTables } from './support/contract/tables.ts'
import { exampleUrl, operationsOnce, provenanceQuery, requiredOf } from './support/operations.ts'
import { TestApp } from './support/test-app.ts'

const PAGE = 7

let service: TestApp
beforeAll(async () => {
  service = await TestApp.startDemo()
})
afterAll(() => service.stop())

describeExamples(() => service, operationsOnce)
describeTables(() => service, operationsOnce)

describe.each(operationsOnce.filter(({ route }) => route.list !== undefined))(
  'pages of $name',
  ({ route, root, path }) => {
    test('behavior: the first page is the beginning of the list, and the next one goes on', async () => {
      const rowsAt = async (more: Record<string, string>) => {
        const url = exampleUrl(route, path, requiredOf(route), more)
        const { body, headers } = await service.get(url, { pro: root === 'pro' })
        const lists = route.list?.places.map(({ members }) => findList(body, members)) ?? []
        const next = /^<\?([^>]*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
        return { rows: lists.find((list) => list !== undefined) ?? [], next }
      }
      const whole = await rowsAt({})
      const first = await rowsAt({ limit: String(PAGE) })
      expect(first.rows).toEqual(whole.rows.slice(0, PAGE))
      expect(first.next !== undefined).toBe(whole.rows.length > PAGE)
      const cursor = new URLSearchParams(first.next).get('cursor')
      if (cursor === null) return
      const second = await rowsAt({ limit: String(PAGE), cursor })
      expect(second.rows).toEqual(whole.rows.slice(PAGE, 2 * PAGE))
    })
  },
)

const traced = domains.flatMap(({ routes }) => routes).filter(({ reads }) => reads.length > 0)

test.each(traced)(
  'behavior: provenance of $id has rows, of the facts that it reads',
  async (route) => {
    const query = new URLSearchParams({ ...provenanceQuery(route), rows: '5' })
    const { status, body } = await service.get(`/meta/provenance?${query}`)
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
    const { facts } = body as { facts: { fact: string; rows: unknown[] }[] }
    expect(facts.map(({ fact }) => fact)).toEqual([...new Set(route.reads)])
    expect(facts.some(({ rows }) => rows.length > 0)).toBe(true)
  },
)
