import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { dimensionMethods } from '../../facts.ts'
import { day, proBody, putFees } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putFees(app)
  await app.put(dimensionMethods, [
    {
      metric: 'fees',
      protocol: '1',
      dataType: 'dailyFees',
      label: '',
      methodology: 'All that traders pay.',
      url: 'https://example.org/fees',
    },
    {
      metric: 'fees',
      protocol: '1',
      dataType: 'dailyFees',
      label: 'Flashloan Fees',
      methodology: '0.09% of a loan.',
      url: null,
    },
  ])
})

afterAll(() => app.stop())

test('default: one protocol, with the words of its source', async () => {
  expect(await proBody(app, '/api/summary/fees/alpha-v1')).toMatchObject({
    id: '1',
    total24h: 100,
    total48hto24h: 60,
    change_1d: 66.67,
    hasLabelBreakdown: true,
    methodology: { Fees: 'All that traders pay.' },
    breakdownMethodology: { Fees: { 'Flashloan Fees': '0.09% of a loan.' } },
    methodologyURL: 'https://example.org/fees',
    totalDataChart: [
      [day(1), 60],
      [day(0), 100],
    ],
  })
})

test('behavior: a parent tells the words of each child', async () => {
  expect(await proBody(app, '/api/summary/fees/alpha')).toMatchObject({
    id: 'parent#alpha',
    childProtocols: [{ name: 'Alpha V1', methodology: { Fees: 'All that traders pay.' } }],
  })
})

test('behavior: a chain that earns itself is found by its name', async () => {
  const byName = await proBody(app, '/api/summary/fees/Base')
  expect(byName).toMatchObject({
    id: 'chain#base',
    name: 'Base',
    protocolType: 'chain',
    total24h: 500,
    url: null,
    childProtocols: [],
  })
  expect(await proBody(app, '/api/summary/fees/base')).toEqual(byName)
})

test('behavior: protocol revenue = revenue − holders, and never without one of them', async () => {
  expect(
    await proBody(app, '/api/summary/fees/alpha-v1?dataType=dailyProtocolRevenue'),
  ).toMatchObject({
    total24h: 10,
    total48hto24h: null,
  })
})

test('behavior: both roots agree', async () => {
  expect((await app.get('/summary/fees/alpha-v1')).body).toEqual(
    await proBody(app, '/api/summary/fees/alpha-v1'),
  )
})

test.each([
  [404, '/api/summary/fees/ethereum', 'No protocol'],
  [404, '/api/summary/fees/alpha-v2', 'Nothing is known of fees'],
  [400, '/api/summary/fees/alpha-v1?dataType=dailyFee', 'dailyFees'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
