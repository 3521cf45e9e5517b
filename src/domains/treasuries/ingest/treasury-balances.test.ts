import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEPLOYER, type Deployed } from '../../../../test/support/evm/deploy.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { coinOf, NATIVE_ADDRESS } from '../../../sources/readers/parts/tokens.ts'
import { startWorld, T0, type TestWorld } from '../../../sources/readers/world-for-tests.ts'
import { observeTreasuries, treasuryBalances } from './treasury-balances.ts'

const HOUR = { fromSec: T0, atSec: T0 + 3_600 }
const SAFE = '0x00000000000000000000000000000000000000a1'
const VAULT = '0x00000000000000000000000000000000000000a2'
let world: TestWorld
let usd: Deployed
let own: Deployed

beforeAll(async () => {
  world = await startWorld()
  usd = await world.token('USDX', 6)
  own = await world.token('OWN', 18)
  await world.act(usd, 'mint', [SAFE, 2_500_000n])
  await world.act(usd, 'mint', [VAULT, 1_000_000n])
  await world.act(own, 'mint', [SAFE, 7n * 10n ** 18n])
  await world.anvil.rpc('anvil_setBalance', [VAULT, `0x${(2n * 10n ** 18n).toString(16)}`])
  await world.goTo(HOUR.atSec)
  // After the hour: it must not count.
  await world.act(usd, 'mint', [SAFE, 9_000_000n])
})
afterAll(() => world.stop())

const read = async (more: object = {}) =>
  (
    await world.collect(
      treasuryBalances,
      { owners: [SAFE, VAULT], tokens: [usd.address, 'native'], ...more },
      HOUR,
    )
  ).observations

const book = () =>
  bookOf({
    [coinOf('ethereum', usd.address)]: { decimals: 6 },
    [coinOf('ethereum', own.address)]: { decimals: 18 },
    [coinOf('ethereum', NATIVE_ADDRESS)]: { decimals: 18 },
  })

test('default: a record of amounts, the holder, and holdings for its value', async () => {
  const seen = await read({ ownTokens: [own.address] })
  const [holders, record] = observeTreasuries(seen, book())
  expect(holders?.rows).toEqual([
    {
      id: '7-treasury',
      protocol: '7',
      name: null,
      ownTokens: [coinOf('ethereum', own.address)],
    },
  ])
  const row = (address: string, amount: number) => ({
    holder: '7-treasury',
    chain: 'ethereum',
    token: coinOf('ethereum', address),
    atSec: HOUR.atSec,
    amount,
  })
  // 2.5 + 1 USDX, 7 OWN, 2 of the chain's own coin.
  expect(record?.rows).toEqual([row(usd.address, 3.5), row(own.address, 7), row(NATIVE_ADDRESS, 2)])
  expect(
    seen.holdings.map(({ protocol, section, amount }) => ({ protocol, section, amount })),
  ).toEqual([
    {
      protocol: '7-treasury',
      section: 'tvl',
      amount: { coin: coinOf('ethereum', usd.address), raw: 3_500_000n },
    },
    {
      protocol: '7-treasury',
      section: 'tvl',
      amount: { coin: coinOf('ethereum', NATIVE_ADDRESS), raw: 2n * 10n ** 18n },
    },
    {
      protocol: '7-treasury',
      section: 'OwnTokens',
      amount: { coin: coinOf('ethereum', own.address), raw: 7n * 10n ** 18n },
    },
  ])
})

test('behavior: an entity has its own id and name; what is gone is an explicit zero', async () => {
  const empty = DEPLOYER
  const seen = await read({ owners: [empty], tokens: [usd.address], entity: 'A Fund' })
  const [holders, record] = observeTreasuries(seen, book())
  expect(holders?.rows).toEqual([{ id: '7', protocol: null, name: 'A Fund', ownTokens: [] }])
  expect(record?.rows).toMatchObject([{ holder: '7', amount: 0 }])
})

test('error: owners that nobody ever used are mistyped, and hold no 0', async () => {
  const unused = '0x00000000000000000000000000000000000000a3'
  await expect(read({ owners: [unused], tokens: [usd.address] })).rejects.toThrow(
    'no owner holds anything',
  )
})

test('error: an address without a token is a mistake, never a 0', async () => {
  await expect(read({ tokens: [SAFE] })).rejects.toThrow('no token answers')
})
