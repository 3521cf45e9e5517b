import { expect, test } from 'vitest'
import { readDimensionOutput } from './dimension-output.ts'
import { outputOf, response } from './output-for-tests.ts'
import { readStablecoinOutput } from './stablecoin-output.ts'
import { readYieldOutput } from './yield-output.ts'

const usd = { metric: 'dexs', dataType: 'dailyVolume', unit: 'usd' } as const

test('error: a module of any kind that gives nothing at all has failed: nothing is not 0', () => {
  const findFigure = () => usd
  for (const value of [{}, { dailyVolume: {} }, { timestamp: 5 }])
    expect(() => readDimensionOutput({ ...outputOf([response(value)]), findFigure })).toThrow(
      'it gave no figures for ethereum',
    )
  expect(() => readYieldOutput(outputOf([response([])]))).toThrow('it gave no pools')
  const minted = { section: 'minted' }
  expect(() => readStablecoinOutput(outputOf([response({}, minted)]))).toThrow(
    'it gave no supply for ethereum.minted',
  )
})

test('behavior: a 0 that it states is one, and a module that was not asked gives nothing', () => {
  const findFigure = () => usd
  const stated = { ...outputOf([response({ dailyVolume: 0 })]), findFigure }
  expect(readDimensionOutput(stated).observations.flows).toMatchObject([{ amount: { usd: 0 } }])
  expect(readDimensionOutput({ ...outputOf([]), findFigure }).observations.flows).toEqual([])
})
