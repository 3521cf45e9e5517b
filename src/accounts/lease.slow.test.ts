import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestClock, describeOnEachEngine } from './engines-for-tests.ts'

const NOON = '2026-03-10T12:00:00Z'

describeOnEachEngine('lease', (engine) => {
  test('behavior: two processes never work under one lease at the same time', async () => {
    const place = await engine.createPlace()
    const both = [
      await engine.open(place, createTestClock(NOON)),
      await engine.open(place, createTestClock(NOON)),
    ]
    let inside = 0
    let most = 0
    const work = async () => {
      inside++
      most = Math.max(most, inside)
      await sleep(20)
      inside--
      return inside
    }
    await Promise.all([...both, ...both].map((accounts) => accounts.alone('writer', work)))
    expect(most).toBe(1)
  })

  test('behavior: the lease is given back when the work fails', async () => {
    const accounts = await engine.open(await engine.createPlace(), createTestClock(NOON))
    await expect(accounts.alone('writer', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
    expect(await accounts.alone('writer', async () => 'mine')).toBe('mine')
  })

  test('behavior: leases of other names are independent', async () => {
    const accounts = await engine.open(await engine.createPlace(), createTestClock(NOON))
    const both = accounts.alone('one', () => accounts.alone('two', async () => 2))
    expect(await both).toBe(2)
  })
})
