import { expect, test } from 'vitest'
import { createTestClock, describeOnEachEngine } from './engines-for-tests.ts'

describeOnEachEngine('use by route and day', (engine) => {
  test('default: requests and credits of several processes, by day, key and operation', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock('2026-03-10T23:59:59Z')
    const [one, two] = [await engine.open(place, clock), await engine.open(place, clock)]
    const { key } = await one.createKey({ name: 'web' })
    const { key: other } = await one.createKey({ name: 'desk' })
    one.countUse(key, 'tvl.listChains', 1)
    one.countUse(key, 'tvl.listChains', 0)
    two.countUse(key, 'tvl.listChains', 1)
    two.countUse(other, 'coins.getPrices', 1)
    await two.listUse('2026-03-10')
    clock.set('2026-03-11T00:00:01Z')
    one.countUse(key, 'coins.getPrices', 1)
    const march10 = { day: '2026-03-10', keyId: key.id, operation: 'tvl.listChains' }
    expect(await one.listUse('2026-03-10', key.id)).toEqual([
      { day: '2026-03-11', keyId: key.id, operation: 'coins.getPrices', requests: 1, credits: 1 },
      // Two of the first process, one of them a 304, and one of the second.
      { ...march10, requests: 3, credits: 2 },
    ])
    expect(await one.listUse('2026-03-11')).toHaveLength(1)
    expect(await two.listUse('2026-03-01')).toHaveLength(3)
  })

  test('behavior: what was counted is written when accounts are closed, and removed after 400 days', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock('2026-03-10T12:00:00Z')
    const one = await engine.open(place, clock)
    const { key } = await one.createKey({ name: 'web' })
    one.countUse(key, 'tvl.listChains', 1)
    await one.close()
    const two = await engine.open(place, clock)
    expect(await two.listUse('2026-03-10')).toMatchObject([{ requests: 1 }])
    clock.set('2027-04-15T12:00:00Z')
    two.countUse(key, 'tvl.listChains', 1)
    expect(await two.listUse('2000-01-01')).toMatchObject([{ day: '2027-04-15' }])
  })

  test('behavior: an operator’s key stays one when it is rotated', async () => {
    const clock = createTestClock('2026-03-10T12:00:00Z')
    const accounts = await engine.open(await engine.createPlace(), clock)
    await accounts.createKey({ name: 'boss', operator: true })
    expect((await accounts.rotateKey('boss', { overlapSec: 0 })).key.operator).toBe(true)
    expect((await accounts.createKey({ name: 'web' })).key.operator).toBe(false)
  })
})
