import { afterAll, beforeAll, expect, test } from 'vitest'
import { MirrorPair } from './support/mirror/mirror-pair.ts'

let pair: MirrorPair
beforeAll(async () => {
  pair = await MirrorPair.start()
})
afterAll(() => pair?.stop())

test('default: after one cycle every response of a mirror is its origin’s', async () => {
  expect(await pair.cycle()).toMatchObject({ problems: [], outcomes: { failed: 0, unknown: 0 } })
  await pair.expectEqual()
})
