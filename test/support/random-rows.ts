import fc from 'fast-check'
import { METRICS } from '../../src/domains/dimensions/public.ts'
import type { Column } from '../../src/store/columns.ts'
import { type Fact, QUALITIES } from '../../src/store/fact.ts'
import { NOW_SEC } from './test-app.ts'

const DAY_SEC = 86_400

/** Few values for each column, so that runs meet the same keys again; others are made up. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  chain: ['ethereum', 'bsc'],
  sourceChain: ['ethereum', 'base'],
  section: ['tvl', 'staking'],
  coin: ['aggregator:a', 'ethereum:0xa'],
  token: ['aggregator:a', 'ethereum:0xa'],
  redirect: ['aggregator:a'],
  asset: ['1', '2'],
  id: ['1', '2', 'parent#3'],
  protocol: ['1', '2'],
  parent: ['parent#3'],
  original: ['1', '2'],
  stablecoinId: ['1', '2'],
  aggregatorId: ['a'],
  metric: METRICS.slice(0, 2).map(({ name }) => name),
  dataType: METRICS.slice(0, 2).flatMap(({ dataTypes }) => dataTypes.map(({ name }) => name)),
  type: ['Primary', 'Aggregator'],
  form: ['10-K', '10-Q', '8-K'],
  country: ['US', 'GB'],
  ticker: ['AAA', 'BBB'],
  cik: ['0000000001', '0000000002'],
  currency: ['EUR'],
  pegType: ['peggedUSD', 'peggedEUR'],
}
const DATES = ['2025-12-31', '2026-01-05', '2024-09-28']

/** Rows of a fact as a run may bring them, each identity once. */
export function randomRows(fact: Fact): fc.Arbitrary<Record<string, unknown>[]> {
  const columns = Object.entries({ ...fact.key, ...fact.values }).map(
    ([name, column]) => [name, anyValue(name, column)] as const,
  )
  const row = fc.record({
    ...Object.fromEntries(columns),
    quality: fc.constantFrom('ok', 'ok', 'ok', 'held', ...QUALITIES),
    ...(fact.time === undefined ? {} : { [fact.time]: timestamp }),
  })
  const identity = [...Object.keys(fact.key), ...(fact.time === undefined ? [] : [fact.time])]
  return fc.uniqueArray(row, {
    minLength: 1,
    maxLength: 8,
    selector: (made) => JSON.stringify(identity.map((name) => (made as never)[name])),
  }) as fc.Arbitrary<Record<string, unknown>[]>
}

const timestamp = fc
  .tuple(fc.constantFrom(0, 1, 2, 9, 40), fc.constantFrom(0, 3_600, 40_000))
  .map(([daysAgo, sec]) => NOW_SEC - (NOW_SEC % DAY_SEC) - daysAgo * DAY_SEC + sec)

function anyValue(name: string, column: Column<unknown>): fc.Arbitrary<unknown> {
  const value = plainValue(name, column)
  return column.nullable ? fc.option(value, { nil: null, freq: 4 }) : value
}

function plainValue(name: string, { kind, min = 0, max }: Column<unknown>): fc.Arbitrary<unknown> {
  const most = Math.min(max ?? 1_000, min + 1_000)
  switch (kind) {
    case 'float':
      return fc.integer({ min: Math.ceil(min), max: Math.floor(most) })
    case 'int':
      return name.endsWith('Sec')
        ? timestamp
        : fc.integer({ min: Math.max(1, min), max: Math.min(3, most) })
    case 'digits':
      return fc.constantFrom('0', '1000000')
    case 'bool':
      return fc.boolean()
    case 'texts':
      return fc.array(fc.constantFrom('1', 'a'), { maxLength: 2 })
    default:
      if (/date|period(End|Start)|filed/i.test(name)) return fc.constantFrom(...DATES)
      return fc.constantFrom(...(TEXTS[name] ?? [`${name}1`, `${name}2`]))
  }
}
