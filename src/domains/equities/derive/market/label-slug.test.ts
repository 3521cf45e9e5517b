import { expect, test } from 'vitest'
import { labelSlug, meansLabel } from './label-slug.ts'

test.each([
  ['Technology', 'technology'],
  ['Oil & Gas E&P', 'oil-and-gas-e-and-p'],
  ['Software - Application', 'software-application'],
  ['REIT—Hotel', 'reit-hotel'],
  ["Builders' Supplies (Retail)", 'builders-supplies-retail'],
  ['  ', ''],
])('default: the slug of %j is %j', (label, slug) => {
  expect(labelSlug(label)).toBe(slug)
})

test('behavior: slug or label, any case', () => {
  const label = 'Oil & Gas E&P'
  expect(
    ['oil-and-gas-e-and-p', 'OIL & GAS E&P', 'Oil and Gas E and P', 'oil'].map((text) =>
      meansLabel(text, label),
    ),
  ).toEqual([true, true, true, false])
})
