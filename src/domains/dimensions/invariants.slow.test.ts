import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { protocols } from '../registry/facts.ts'
import { dimensionDays } from './facts.ts'
import { day, proBody } from './facts-for-tests.ts'
import { expectFamily, expectToAddUp } from './invariants-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    { id: 'parent#a', name: 'A' },
    { id: '1', name: 'A V1', category: 'Dexs', parent: 'parent#a', tokenCoin: 'ethereum:0x01' },
    { id: '2', name: 'A V2', category: 'Lending', parent: 'parent#a' },
    { id: '3', name: 'B', category: 'Dexs' },
    { id: '4', name: 'Twin', category: 'Dexs', doubleCounted: true },
  ])
})

afterAll(() => app.stop())

const row = fc.record({
  protocol: fc.constantFrom('1', '2', '3', '4', 'chain#base'),
  version: fc.constantFrom('', 'V2'),
  chain: fc.constantFrom('ethereum', 'base', 'solana'),
  // Days around the edges of the windows, the running day among them.
  back: fc.constantFrom(-1, 0, 1, 2, 6, 7, 13, 14, 29, 30, 59, 60, 364, 365, 500),
  hour: fc.constantFrom(0, 0, 0, 5, 23),
  valueUsd: fc.double({ min: 0, max: 1e9, noNaN: true }),
})

test('behavior: parts add up to wholes and views agree, whatever rows are missing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.constantFrom('flow', 'level', 'fees'),
      async (rows, sort) => {
        const place = {
          flow: { metric: 'dexs', dataType: 'dailyVolume' },
          level: { metric: 'open-interest', dataType: 'openInterestAtEnd' },
          fees: { metric: 'fees', dataType: 'dailyFees' },
        }[sort]
        const made = rows.map(({ back, hour, ...rest }) => ({
          ...place,
          label: '',
          ...rest,
          atSec: day(back) + hour * 3_600,
        }))
        const unique = new Map(made.map((one) => [JSON.stringify({ ...one, valueUsd: 0 }), one]))
        // Runs follow each other, so later ones correct earlier ones too.
        await app.put(dimensionDays, [...unique.values()])
        await expectToAddUp(app, {
          metric: 'dexs',
          dataType: 'dailyVolume',
          overview: { free: '/overview/dexs', pro: '/api/overview/dexs' },
        })
        await expectToAddUp(app, {
          metric: 'open-interest',
          dataType: 'openInterestAtEnd',
          isLevel: true,
          overview: { free: '/overview/open-interest', pro: '/api/overview/open-interest' },
        })
        await expectToAddUp(app, {
          metric: 'fees',
          dataType: 'dailyFees',
          overview: { free: '/overview/fees', pro: '/api/overview/fees' },
        })
        await expectFamily(app, 'dexs', 'a', ['a-v1', 'a-v2'])
      },
    ),
    { numRuns: 15 },
  )
})

test('behavior: categories add up to the total', async () => {
  const total = (await proBody(app, '/api/v2/metrics/dexs')) as Record<string, number>
  const parts = await Promise.all(
    ['dexs', 'lending'].map(async (category) => {
      const { status, body } = await app.get(`/api/v2/metrics/dexs/category/${category}`, {
        pro: true,
      })
      return status === 200 ? (body as Record<string, number>) : {}
    }),
  )
  for (const name of ['total24h', 'total7d', 'total30d', 'totalAllTime']) {
    expect(
      parts.reduce((sum, part) => sum + (part[name] ?? 0), 0),
      name,
    ).toBe(total[name] ?? 0)
  }
})
