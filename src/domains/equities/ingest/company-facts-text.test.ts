import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transformCompanyFacts } from './company-facts.ts'
import { readCompanyFacts } from './company-facts-text.ts'

const entry = {
  start: '2024-01-01',
  end: '2024-12-31',
  val: 5,
  accn: 'a-1',
  fy: 2024,
  fp: 'FY',
  form: '10-K',
  filed: '2025-02-01',
}
const concept = (text: string, entries: object[] = [entry]) => ({
  label: text,
  description: text,
  units: { USD: entries },
})
const published = (file: unknown) => Buffer.from(JSON.stringify(file))

test('default: of a published file the tags that are read, as they stand there', () => {
  const file = {
    cik: 7,
    entityName: 'Ä "B" Co',
    facts: {
      'us-gaap': { Revenues: concept('x'), SomethingElse: concept('y'), Assets: concept('ü]}}') },
    },
  }
  expect(readCompanyFacts(published(file))).toEqual({
    cik: 7,
    entityName: 'Ä "B" Co',
    facts: { 'us-gaap': { Revenues: concept('x'), Assets: concept('ü]}}') } },
  })
})

const REVENUES = { Revenues: concept('x') }
const whole = JSON.stringify({ cik: 7, facts: { 'us-gaap': REVENUES } })

test.each([
  ['written with spaces', JSON.stringify({ cik: 7, facts: { 'us-gaap': REVENUES } }, null, 1)],
  ['cut off', whole.slice(0, -1)],
  ['cut off in a figure', whole.slice(0, -20)],
  ['with more after its end', `${whole}}`],
  ['with the number after the figures', JSON.stringify({ facts: { 'us-gaap': REVENUES }, cik: 7 })],
  ['of no figures', JSON.stringify({ cik: 7, facts: {} })],
  ['of an empty taxonomy', JSON.stringify({ cik: 7, facts: { dei: {}, 'us-gaap': REVENUES } })],
  [
    'whose tag has no units',
    JSON.stringify({
      cik: 7,
      facts: { 'us-gaap': { Other: { label: 'x', units: {} }, ...REVENUES } },
    }),
  ],
  [
    'whose tag has nothing about units',
    JSON.stringify({ cik: 7, facts: { 'us-gaap': { Other: { label: 'x' }, ...REVENUES } } }),
  ],
  [
    'whose texts follow the figures',
    JSON.stringify({
      cik: 7,
      facts: { 'us-gaap': { Revenues: { units: { USD: [entry] }, label: 'x' } } },
    }),
  ],
  ['of something else', JSON.stringify({ cik: 7, filings: {} })],
])('behavior: a file %s is left to be read as a whole', (_, text) => {
  expect(readCompanyFacts(Buffer.from(text))).toBeUndefined()
})

test('behavior: the recorded files give the same figures either way', () => {
  for (const name of ['company-facts.json', 'company-facts-foreign.json']) {
    const file: unknown = JSON.parse(
      readFileSync(join(import.meta.dirname, 'recorded', name), 'utf8'),
    )
    expect(transformCompanyFacts(readCompanyFacts(published(file)))).toEqual(
      transformCompanyFacts(file),
    )
  }
})

test('property: whatever texts and tags a file holds, reading it by steps changes no figure', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(']}}', '"units":{', '{"label":', '\\"', ']}},"Revenues":{'),
  )
  const name = fc.oneof(
    fc.constantFrom('Revenues', 'Assets', 'NetIncomeLoss', 'Other', 'Else'),
    text,
  )
  const units = fc.dictionary(
    fc.constantFrom('USD', 'EUR', 'shares'),
    fc.array(fc.record({ ...mapConstant(entry), val: fc.integer(), accn: text }), { maxLength: 3 }),
  )
  const concepts = fc.dictionary(name, fc.record({ label: text, description: text, units }), {
    maxKeys: 5,
  })
  fc.assert(
    fc.property(
      text,
      fc.dictionary(fc.constantFrom('us-gaap', 'dei', 'ifrs-full'), concepts),
      (entityName, facts) => {
        const file = { cik: 7, entityName, facts }
        const read = readCompanyFacts(published(file))
        if (read !== undefined)
          expect(transformCompanyFacts(read)).toEqual(transformCompanyFacts(file))
      },
    ),
    { numRuns: 300 },
  )
})

function mapConstant<T extends object>(values: T): { [K in keyof T]: fc.Arbitrary<T[K]> } {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, fc.constant(value)]),
  ) as {
    [K in keyof T]: fc.Arbitrary<T[K]>
  }
}
