import { expect, test } from 'vitest'
import { getMetric } from '../metrics.ts'
import { methodologyOf } from './methodology.ts'

const fees = getMetric('fees').dataTypes.slice(0, 3)
const never = () => false

test('default: general words for every kind of figure', () => {
  expect(methodologyOf(fees, [], never)).toEqual({
    methodology: {
      Fees: 'Everything users paid in the day.',
      Revenue: 'What the protocol and the holders of its token kept of the fees.',
      SupplySideRevenue: 'What went to those who supply liquidity, capital or work.',
    },
    breakdownMethodology: null,
    methodologyURL: null,
  })
})

test('behavior: a source’s own words come first, its labels stand apart, its URL is given', () => {
  const said = [
    {
      dataType: 'dailyRevenue',
      label: '',
      methodology: 'A tenth of the fees.',
      url: 'https://example.org/method',
    },
    {
      dataType: 'dailyFees',
      label: 'Token Swap Fees',
      methodology: '0.3% of each swap.',
      url: null,
    },
    {
      dataType: 'dailyFees',
      label: 'Flashloan Fees',
      methodology: '0.09% of each loan.',
      url: null,
    },
  ]
  const { methodology, breakdownMethodology, methodologyURL } = methodologyOf(fees, said, never)
  expect(methodology).toMatchObject({
    Fees: 'Everything users paid in the day.',
    Revenue: 'A tenth of the fees.',
  })
  expect(breakdownMethodology).toEqual({
    Fees: { 'Token Swap Fees': '0.3% of each swap.', 'Flashloan Fees': '0.09% of each loan.' },
  })
  expect(methodologyURL).toBe('https://example.org/method')
})

test('behavior: a figure that was worked out says how', () => {
  const { methodology } = methodologyOf(fees, [], (name) => name === 'dailySupplySideRevenue')
  expect(methodology.SupplySideRevenue).toBe(
    'What went to those who supply liquidity, capital or work. Derived where it was not reported: dailyFees − dailyRevenue.',
  )
})
