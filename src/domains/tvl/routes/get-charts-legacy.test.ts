import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { at, bodyOf } from '../facts-for-tests.ts'
import { putHistory } from './history-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putHistory(app)
})

afterAll(() => app.stop())

test.each(['/charts', '/charts?clientShapes=true'])(
  'default: %s has the totals of all chains, with days as text',
  async (path) => {
    // As in the test of /v2/historicalChainTvl.
    const sums = [110, 1_370, 1_300, 1_542, 1_550, 1_553]
    expect(await bodyOf(app, path)).toEqual(
      sums.map((usd, index) => ({ date: String(at(5 - index)), totalLiquidityUSD: usd })),
    )
  },
)
