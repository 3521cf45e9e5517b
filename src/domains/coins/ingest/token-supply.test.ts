import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deployed } from '../../../../test/support/evm/deploy.ts'
import { nothingSeen } from '../../../sources/model/observations.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { coinOf } from '../../../sources/readers/parts/tokens.ts'
import { startWorld, T0, type TestWorld } from '../../../sources/readers/world-for-tests.ts'
import { supplies } from '../facts.ts'
import { observeCoins } from './from-observations.ts'
import { tokenSupply } from './token-supply.ts'

const HOUR = { fromSec: T0, atSec: T0 + 3_600 }
const PUBLIC = '0x00000000000000000000000000000000000000a1'
const LOCK = '0x00000000000000000000000000000000000000a2'
let world: TestWorld
let token: Deployed
let broken: Deployed

beforeAll(async () => {
  world = await startWorld()
  token = await world.token('TOK', 6)
  broken = await world.put('token.sol', 'BrokenToken', [false])
  await world.act(token, 'mint', [PUBLIC, 900_500_000n])
  await world.act(token, 'mint', [LOCK, 100_000_000n])
  await world.goTo(HOUR.atSec)
  // After the hour: it must not count.
  await world.act(token, 'mint', [PUBLIC, 5_000_000n])
})
afterAll(() => world.stop())

const read = async (list: object[]) =>
  (await world.collect(tokenSupply, { supplies: list }, HOUR)).observations

test('default: what was issued without what is locked, for every coin id of the token', async () => {
  const { circulating } = await read([
    { token: token.address, excluded: [LOCK], coins: ['aggregator:tok'] },
  ])
  // 1,000.5 issued, 100 of them locked.
  const seen = { tokens: 900.5, atSec: HOUR.atSec }
  expect(circulating).toEqual([
    { coin: coinOf('ethereum', token.address), ...seen },
    { coin: 'aggregator:tok', ...seen },
  ])
  const rows = observeCoins({ ...nothingSeen(), circulating }, bookOf({}))
  expect(rows.find(({ fact }) => fact === supplies)?.rows[1]).toEqual({
    coin: 'aggregator:tok',
    atSec: HOUR.atSec,
    circulating: 900.5,
  })
})

test('behavior: nothing is said of a token whose supply or owners do not answer; the others are', async () => {
  const { circulating } = await read([
    { token: broken.address, excluded: [LOCK] },
    { token: token.address },
  ])
  expect(circulating).toEqual([
    { coin: coinOf('ethereum', token.address), tokens: 1_000.5, atSec: HOUR.atSec },
  ])
})

test('error: an address without a token is a mistake, never a 0', async () => {
  await expect(read([{ token: PUBLIC }])).rejects.toThrow('no token answers')
})
