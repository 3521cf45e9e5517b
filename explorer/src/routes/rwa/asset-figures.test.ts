import { expect, test } from 'vitest'
import { figureOf } from './asset-figures.ts'

const asset = {
  onChainMcap: { Base: 100, Sui: 50 },
  activeMcap: {},
  defiActiveTvl: { Base: { 'alder-lend': 3, 'wren-lend': 4 }, Sui: { 'alder-lend': 1 } },
}

test('all chains add up; one chain is that chain; missing stays missing', () => {
  expect(figureOf(asset, 'onChainMcap', null)).toBe(150)
  expect(figureOf(asset, 'onChainMcap', 'Sui')).toBe(50)
  expect(figureOf(asset, 'onChainMcap', 'Near')).toBeNull()
  expect(figureOf(asset, 'defiActiveTvl', null)).toBe(8)
  expect(figureOf(asset, 'defiActiveTvl', 'Base')).toBe(7)
  expect(figureOf(asset, 'activeMcap', null)).toBeNull()
})
