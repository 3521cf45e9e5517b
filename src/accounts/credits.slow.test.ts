import { expect, test, vi } from 'vitest'
import { createTestClock, describeOnEachEngine } from './engines-for-tests.ts'

describeOnEachEngine('credits', (engine) => {
  test('default', async () => {
    const accounts = await engine.open(
      await engine.createPlace(),
      createTestClock('2026-03-10T12:00:00Z'),
    )
    const { key } = await accounts.createKey({ name: 'web', creditsPerMonth: 100 })
    expect(accounts.usage(key)).toEqual({ used: 0, remaining: 100, resetDate: '2026-04-01' })
    expect(accounts.spend(key)).toEqual({ used: 1, remaining: 99, resetDate: '2026-04-01' })
    expect(accounts.spend(key)).toEqual({ used: 2, remaining: 98, resetDate: '2026-04-01' })
    expect(accounts.usage(key)).toEqual({ used: 2, remaining: 98, resetDate: '2026-04-01' })
  })

  test('behavior: when no credit is left nothing is counted', async () => {
    const accounts = await engine.open(
      await engine.createPlace(),
      createTestClock('2026-03-10T12:00:00Z'),
    )
    const { key } = await accounts.createKey({ name: 'web', creditsPerMonth: 2 })
    accounts.spend(key)
    expect(accounts.spend(key)).toMatchObject({ remaining: 0 })
    expect(accounts.spend(key)).toBe('exhausted')
    await accounts.flush()
    expect(accounts.spend(key)).toBe('exhausted')
    expect(accounts.usage(key)).toEqual({ used: 2, remaining: 0, resetDate: '2026-04-01' })
  })

  test('behavior: the count outlives the process that made it, with the time of last use', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock('2026-03-10T12:00:00Z')
    const first = await engine.open(place, clock)
    const { text, key } = await first.createKey({ name: 'web' })
    for (let call = 0; call < 250; call++) first.spend(key)
    await first.close()
    const second = await engine.open(place, clock)
    const found = second.findKey(text)
    expect(found).toMatchObject({ key: { lastUsedAtMs: Date.parse('2026-03-10T12:00:00Z') } })
    expect(second.usage(key)).toMatchObject({ used: 250, remaining: 999_750 })
  })

  test('behavior: the allowance starts anew with the UTC month, and a late write still goes to the old one', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock('2026-12-31T23:59:59.999Z')
    const accounts = await engine.open(place, clock)
    const { key } = await accounts.createKey({ name: 'web', creditsPerMonth: 3 })
    for (let call = 0; call < 3; call++) accounts.spend(key)
    expect(accounts.spend(key)).toBe('exhausted')
    clock.set('2027-01-01T00:00:00Z')
    expect(accounts.spend(key)).toEqual({ used: 1, remaining: 2, resetDate: '2027-02-01' })
    await accounts.flush()
    const december = await engine.open(place, createTestClock('2026-12-31T23:00:00Z'))
    expect(december.usage(key)).toEqual({ used: 3, remaining: 0, resetDate: '2027-01-01' })
    const january = await engine.open(place, createTestClock('2027-01-31T23:00:00Z'))
    expect(january.usage(key)).toEqual({ used: 1, remaining: 2, resetDate: '2027-02-01' })
  })

  test('behavior: a clock that crosses the end of a month back and forth loses no credit', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock('2026-03-31T23:59:59Z')
    const accounts = await engine.open(place, clock)
    const { key } = await accounts.createKey({ name: 'web' })
    accounts.spend(key)
    clock.set('2026-04-01T00:00:01Z')
    accounts.spend(key)
    clock.set('2026-03-31T23:59:59Z')
    accounts.spend(key)
    await accounts.flush()
    expect(accounts.usage(key).used).toBe(2)
    clock.set('2026-04-01T00:00:01Z')
    await accounts.refresh()
    expect(accounts.usage(key).used).toBe(1)
  })

  test('behavior: several processes share one allowance', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock('2026-03-10T12:00:00Z')
    const [one, two] = [await engine.open(place, clock), await engine.open(place, clock, 200)]
    const { text, key } = await one.createKey({ name: 'web', creditsPerMonth: 10 })
    for (let call = 0; call < 6; call++) one.spend(key)
    await one.flush()
    await vi.waitFor(() => expect(two.findKey(text)).toHaveProperty('key'), { timeout: 1_000 })
    await vi.waitFor(() => expect(two.usage(key).used).toBe(6), { timeout: 1_000 })
    for (let call = 0; call < 3; call++) two.spend(key)
    await two.flush()
    // The response to its own write tells the first process of the other's three.
    expect(one.spend(key)).toMatchObject({ used: 7 })
    await one.flush()
    expect(one.spend(key)).toBe('exhausted')
    await two.refresh()
    expect(two.spend(key)).toBe('exhausted')
    expect(two.usage(key)).toMatchObject({ used: 10, remaining: 0 })
  })

  test('behavior: many keys spent by two processes at once are all counted', async () => {
    const place = await engine.createPlace()
    const clock = createTestClock('2026-03-10T12:00:00Z')
    const [one, two] = [await engine.open(place, clock), await engine.open(place, clock)]
    const keys = []
    for (let index = 0; index < 120; index++)
      keys.push((await one.createKey({ name: `key ${index}` })).key)
    await two.refresh()
    for (let round = 0; round < 5; round++) {
      for (const key of keys) one.spend(key)
      for (const key of keys.toReversed()) two.spend(key)
      await Promise.all([one.flush(), two.flush()])
    }
    await one.refresh()
    expect(keys.map((key) => one.usage(key).used)).toEqual(keys.map(() => 10))
  })
})
