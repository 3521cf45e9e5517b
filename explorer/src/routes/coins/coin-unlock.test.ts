import { expect, test } from 'vitest'
import { unlockOf } from './coin-unlock.ts'

const harbor = { token: 'ethereum:0xAb1', aggregator_id: 'harbor' }
const pier = { token: 'solana:PierX', aggregator_id: null }
const schedules = [harbor, pier]

test('by the id of the token, hex in either case, or by that of the aggregator', () => {
  expect(unlockOf(schedules, 'ethereum:0xab1')).toBe(harbor)
  expect(unlockOf(schedules, 'aggregator:harbor')).toBe(harbor)
  expect(unlockOf(schedules, 'solana:PierX')).toBe(pier)
})

test('of another token there is none', () => {
  expect(unlockOf(schedules, 'solana:pierx')).toBeUndefined()
  expect(unlockOf(schedules, 'base:0xab1')).toBeUndefined()
  expect(unlockOf(schedules, 'aggregator:null')).toBeUndefined()
})
