import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { sql } from '../../lib/sql.ts'
import { tvlRecords, tvlTokens } from './facts.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const NONE = sql`NULL`

test('behavior: imported token rows are brought into one spelling', async () => {
  const { chain = NONE, token = NONE, symbol = NONE } = tvlTokens.normalize
  const given = sql`SELECT 'OP Mainnet' AS chain, 'Optimism:0xAbC' AS token, 'usdc.e' AS symbol`
  const [row] = await app.app.store.engine.query(
    sql`SELECT ${chain} AS a, ${token} AS b, ${symbol} AS c FROM (${given})`,
  )
  expect(row).toEqual({ a: 'optimism', b: 'optimism:0xabc', c: 'USDC.E' })
})

test.each([
  ['300 bn is served', 300e9, 0],
  ['more is held', 300e9 + 1, 1],
])('behavior: %s', async (_, usd, isHeld) => {
  for (const fact of [tvlRecords, tvlTokens]) {
    const [row] = await app.app.store.engine.query(
      sql`SELECT toUInt8(${fact.hold[0]?.when ?? NONE}) AS held FROM (SELECT toFloat64(${usd}) AS tvlUsd, tvlUsd AS valueUsd)`,
    )
    expect(row).toEqual({ held: isHeld })
  }
})
