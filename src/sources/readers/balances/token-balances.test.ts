import { stringToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEPLOYER, type Deployed } from '../../../../test/support/evm/deploy.ts'
import { nothingSeen } from '../../model/observations.ts'
import { coinOf, NATIVE_ADDRESS } from '../parts/tokens.ts'
import { startWorld, T0, type TestWorld } from '../world-for-tests.ts'
import { tokenBalances } from './token-balances.ts'

const HOUR = { fromSec: T0, atSec: T0 + 3_600 }
const VAULT = '0x00000000000000000000000000000000000000a1'
const SAFE = '0x00000000000000000000000000000000000000a2'
const held = (address: string, raw: bigint, section = 'tvl') => ({
  protocol: '7',
  chain: 'ethereum',
  section,
  amount: { coin: coinOf('ethereum', address), raw },
  atSec: HOUR.atSec,
})

let world: TestWorld
let usd: Deployed
let old: Deployed
let broken: Deployed

beforeAll(async () => {
  world = await startWorld()
  usd = await world.token('USDX', 6)
  old = await world.put('token.sol', 'Bytes32Token', [
    stringToHex('Old', { size: 32 }),
    stringToHex('OLD', { size: 32 }),
  ])
  broken = await world.put('token.sol', 'BrokenToken', [false])
  await world.act(usd, 'mint', [VAULT, 1_000_000n])
  await world.act(usd, 'mint', [SAFE, 2_500_000n])
  await world.act(old, 'mint', [VAULT, 77n])
  await world.anvil.rpc('anvil_setBalance', [SAFE, '0x64'])
  await world.goTo(HOUR.atSec)
  // After the hour: it must not count.
  await world.act(usd, 'mint', [VAULT, 9_000_000n])
})
afterAll(() => world.stop())

test('default: what all owners hold of each token, per section, at the last block of the hour', async () => {
  const holdings = [
    { owners: [VAULT, SAFE], tokens: [usd.address, old.address, 'native'] },
    { section: 'treasury', owners: [SAFE], tokens: [usd.address] },
    // Named twice, counted once.
    { owners: [VAULT], tokens: [usd.address] },
  ]
  const { observations, blocks, roundTrips } = await world.collect(
    tokenBalances,
    { holdings },
    HOUR,
  )
  expect(observations).toEqual({
    ...nothingSeen(),
    tokens: [
      { coin: coinOf('ethereum', usd.address), symbol: 'USDX', decimals: 6, supplyTokens: 3.5 },
      { coin: coinOf('ethereum', old.address), symbol: 'OLD', decimals: null },
      {
        coin: coinOf('ethereum', NATIVE_ADDRESS),
        symbol: 'ETH',
        decimals: 18,
        redirect: 'aggregator:ethereum',
      },
    ],
    // 1.0 + 2.5 USDX; 0x64 = 100.
    holdings: [
      held(usd.address, 3_500_000n),
      held(old.address, 77n),
      held(NATIVE_ADDRESS, 100n),
      held(usd.address, 2_500_000n, 'treasury'),
    ],
  })
  expect(blocks[0]?.block.timestampSec).toBeLessThan(HOUR.atSec)
  // One for the tokens, one for the coin of the chain, and one to ask the old token alone for the
  // decimals it lacks.
  expect(roundTrips).toBe(3)
})

test('behavior: a token that refuses to answer spoils nothing, and what is missing is said', async () => {
  const holdings = [{ owners: [VAULT], tokens: [usd.address, broken.address] }]
  const { observations } = await world.collect(tokenBalances, { holdings }, HOUR)
  expect(observations.holdings).toEqual([held(usd.address, 1_000_000n)])
  expect(observations.tokens.slice(1)).toEqual([
    { coin: coinOf('ethereum', broken.address), symbol: 'BROKEN', decimals: 18 },
  ])
  expect(observations.gaps).toEqual([
    {
      of: '7',
      what: expect.stringMatching(
        `^1 of 2 \\(tokens\\) did not answer and are left out, such as ${broken.address.toLowerCase()}: `,
      ),
    },
  ])
})

test('error: a token at an address without code is a mistake, though others answer', async () => {
  const nothing = '0x00000000000000000000000000000000000000ff'
  const holdings = [{ owners: [VAULT], tokens: [usd.address, nothing, 'native'] }]
  await expect(world.collect(tokenBalances, { holdings }, HOUR)).rejects.toThrow(
    `On ethereum, there is no contract at ${nothing}, which is listed as a token of the section tvl. Check the address.`,
  )
})

test('behavior: a token that was deployed after the block is not missing before it', async () => {
  const later = await world.token('LATER', 6)
  const holdings = [{ owners: [VAULT], tokens: [usd.address, later.address] }]
  const { observations } = await world.collect(tokenBalances, { holdings }, HOUR)
  expect(observations.holdings).toEqual([held(usd.address, 1_000_000n)])
  expect(observations.gaps).toEqual([])
})

test('error: owners that nobody ever used hold no 0: they are mistyped', async () => {
  const stranger = '0x00000000000000000000000000000000000000ee'
  const holdings = [{ owners: [stranger], tokens: [usd.address, 'native'] }]
  await expect(world.collect(tokenBalances, { holdings }, HOUR)).rejects.toThrow(
    `On ethereum, no owner holds anything, is a contract or has sent a transaction: ${stranger} among them.`,
  )
})

test('behavior: a thousand balances are read in three trips at most', async () => {
  const owners = Array.from(
    { length: 500 },
    (_, index) => `0x${(index + 1_000).toString(16).padStart(40, '0')}`,
  )
  const holdings = [{ owners: [...owners, VAULT], tokens: [usd.address, old.address] }]
  const { observations, roundTrips } = await world.collect(tokenBalances, { holdings }, HOUR)
  expect(observations.holdings).toEqual([held(usd.address, 1_000_000n), held(old.address, 77n)])
  expect(roundTrips).toBeLessThanOrEqual(3)
})

test('behavior: a section that holds nothing says so', async () => {
  const { observations } = await world.collect(
    tokenBalances,
    { holdings: [{ owners: [DEPLOYER], tokens: [usd.address] }] },
    HOUR,
  )
  expect(observations.holdings).toEqual([
    { protocol: '7', chain: 'ethereum', section: 'tvl', amount: { usd: 0 }, atSec: HOUR.atSec },
  ])
})

test('error: tokens at an address without code are a mistake, never a 0', async () => {
  const nothing = '0x00000000000000000000000000000000000000ff'
  const collect = (tokens: string[]) =>
    world.collect(tokenBalances, { holdings: [{ owners: [VAULT], tokens }] }, HOUR)
  await expect(collect([nothing])).rejects.toThrow(
    /^On ethereum at block \d+, no token of the section tvl answers: there is no balanceOf at 0x0{38}ff\. Check the addresses\.$/,
  )
  // A section of its own does not hide it.
  const holdings = [
    { owners: [VAULT], tokens: [usd.address] },
    { section: 'treasury', owners: [VAULT], tokens: [nothing] },
  ]
  await expect(world.collect(tokenBalances, { holdings }, HOUR)).rejects.toThrow(
    'no token of the section treasury answers',
  )
})
