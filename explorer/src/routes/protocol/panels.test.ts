import { expect, test } from 'vitest'
import { chosenPanels, switchedPanel } from './panels.ts'

const all = ['tvl', 'fees', 'users'] as const

test('all panels until some are chosen, then those in their order', () => {
  expect(chosenPanels(all, [])).toEqual(all)
  expect(chosenPanels(all, ['users', 'tvl', 'unheard-of'])).toEqual(['users', 'tvl'])
  expect(chosenPanels(all, ['unheard-of'])).toEqual(all)
})

test('a panel is put at the end or taken away; the last one stays', () => {
  expect(switchedPanel(all, [], 'tvl')).toEqual(['fees', 'users'])
  expect(switchedPanel(all, ['fees', 'users'], 'tvl')).toEqual(['fees', 'users', 'tvl'])
  expect(switchedPanel(all, ['tvl', 'fees'], 'users')).toEqual([])
  expect(switchedPanel(all, ['tvl'], 'tvl')).toEqual(['tvl'])
})
