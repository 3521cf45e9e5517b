import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { dimensionDays } from '../../facts.ts'
import { proBody, putSmallWorld, rows } from '../../facts-for-tests.ts'
import { METRICS } from '../../metrics.ts'
import { summaryRoutes } from './summary-routes.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
  await app.put(
    dimensionDays,
    METRICS.flatMap(({ name, dataTypes }) =>
      rows('1', { 0: 30, 1: 20 }, { metric: name, dataType: dataTypes[0].name, chain: 'base' }),
    ),
  )
})

afterAll(() => app.stop())

const samples = summaryRoutes.map(({ id, paths, response }) => ({
  ...{ id, response },
  free: paths.free?.replace('{protocol}', 'alpha'),
  pro: (paths.pro ?? '').replace('{protocol}', 'alpha'),
}))

test('behavior: there are four operations', () => {
  expect(samples).toHaveLength(4)
})

test.each(samples)('behavior: $id is what its schema says', async ({ free, pro, response }) => {
  const body = await proBody(app, pro)
  expect([...Value.Errors(response, body)]).toEqual([])
  if (free !== undefined) expect((await app.get(free)).body).toEqual(body)
})
