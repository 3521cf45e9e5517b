import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../../test/support/evm/client.ts'
import { compileContract } from '../../../../test/support/evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../../../sources/chain/chain.ts'
import { readKind } from '../../../sources/readers/chain-reading-for-tests.ts'
import { stablecoinSupplyReader } from './stablecoin-supply.ts'

const ISSUER = `0x${'aa'.repeat(20)}` as const
const RESERVE = `0x${'bb'.repeat(20)}` as const
let anvil: Anvil
let client: ChainClient
let old: Deployed
let current: Deployed
let fromBase: Deployed
let silent: Deployed

beforeAll(async () => {
  anvil = await startAnvil()
  client = clientOf([anvil.url])
  const contract = await compileContract('token.sol', 'Token')
  old = await deploy(anvil, contract, ['Dollar 1', 'USDX', 6])
  current = await deploy(anvil, contract, ['Dollar 2', 'USDX', 18])
  fromBase = await deploy(anvil, contract, ['Bridged dollar', 'USDX.b', 6])
  silent = await deploy(anvil, await compileContract('stable.sol', 'SilentStable'))
  const mint = (token: Deployed, to: string, raw: bigint) =>
    send(anvil, token, { functionName: 'mint', args: [to, raw] })
  // Old: 1,000,000.25 with the public, 50 with the issuer. Current: 500 with the public, 20 with
  // the issuer, 30 in reserve.
  await mint(old, DEPLOYER, 1_000_000_250_000n)
  await mint(old, ISSUER, 50_000_000n)
  await mint(current, DEPLOYER, 500n * 10n ** 18n)
  await mint(current, ISSUER, 20n * 10n ** 18n)
  await mint(current, RESERVE, 30n * 10n ** 18n)
  await mint(fromBase, DEPLOYER, 77_000_000n)
})
afterAll(async () => {
  client.close()
  await anvil.stop()
})

type Settings = Omit<
  Parameters<typeof stablecoinSupplyReader.extract>[1],
  'protocol' | 'chain' | 'startSec'
>
const read = (settings: Settings) =>
  readKind(stablecoinSupplyReader, { client, settings }, { protocol: '7', atSec: 1_700_003_600 })

test('default: minted, unreleased and bridged, over contracts of different decimals', async () => {
  const { supplies, tokens } = await read({
    issued: [old.address, current.address],
    unreleased: [ISSUER, RESERVE],
    bridged: [{ from: 'base', tokens: [fromBase.address] }],
  })
  expect(supplies).toEqual([
    {
      asset: '7',
      chain: 'local',
      // 1,000,000.25 + 50 + 500 + 20 + 30
      minted: 1_000_600.25,
      // 50 + 20 + 30
      unreleased: 100,
      bridgedFrom: [{ chain: 'base', amount: 77 }],
      atSec: 1_700_003_600,
    },
  ])
  expect(tokens.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
    ['USDX', 6],
    ['USDX', 18],
    ['USDX.b', 6],
  ])
})

test('behavior: a chain that it only came to has nothing minted', async () => {
  const bridged = [
    { from: 'base', tokens: [fromBase.address] },
    { from: 'base', tokens: [old.address, fromBase.address] },
  ]
  const { supplies } = await read({ bridged })
  // Both entries are of the same chain and each contract counts once: 77 + 1,000,050.25.
  expect(supplies).toMatchObject([
    { minted: 0, unreleased: 0, bridgedFrom: [{ chain: 'base', amount: 1_000_127.25 }] },
  ])
})

test('error: a contract that does not tell its supply stops the reading, since less would look like a redemption', async () => {
  await expect(read({ issued: [old.address, silent.address] })).rejects.toThrow(
    /did not state its supply.*Is it a token on this chain\?/,
  )
})

test.each([
  { settings: { issued: [ISSUER] }, protocol: '7', problems: [] },
  { settings: {}, protocol: '7', problems: [expect.stringContaining('nothing to count')] },
  {
    settings: { issued: [ISSUER] },
    protocol: 'usdx',
    problems: [expect.stringContaining('must be the number of the stablecoin')],
  },
])('error: what the settings of $protocol lack', ({ settings, protocol, problems }) => {
  const given = { ...settings, protocol }
  expect(stablecoinSupplyReader.check?.(given).map(({ problem }) => problem)).toEqual(problems)
})
