import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Checkout, makeCheckout } from '../../../test/support/adapters/checkout.ts'
import { SMALL_SDK_FILES, WITH_SMALL_SDK } from '../../../test/support/adapters/small-sdk.ts'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { compileContract } from '../../../test/support/evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../chain/chain.ts'
import { createChainClient } from '../chain/create-chain-client.ts'
import type { Timestamp } from '../model/live-source.ts'
import type { AdapterOptions } from './adapter-options.ts'
import { openAdapter } from './adapter-source.ts'
import { DEFAULT_LIMITS } from './host-limits.ts'

const GENESIS_SEC = 1_700_000_000
const VAULT = '0x00000000000000000000000000000000000000aa'
const log = pino({ level: 'silent' })

let anvil: Anvil
let client: ChainClient
let token: Deployed
let broken: Deployed
let checkout: Checkout | undefined

// Blocks 12 s apart: 1 and 2 deploy, 3 mints 5 to the vault, 4 moves 2 out of it, 5 mints 100 more
// to it.
beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: GENESIS_SEC, blockTimeSec: 12 })
  token = await deploy(anvil, await compileContract('token.sol', 'Token'), ['Example', 'EXA', 6])
  broken = await deploy(anvil, await compileContract('token.sol', 'BrokenToken'), [false])
  await send(anvil, token, { functionName: 'mint', args: [VAULT, 5_000_000n] })
  await send(anvil, token, { functionName: 'burn', args: [VAULT, 2_000_000n] })
  await send(anvil, token, { functionName: 'mint', args: [VAULT, 100_000_000n] })
  const settings = {
    chain: 'ethereum',
    chainId: anvil.chainId,
    endpoints: [anvil.url],
    confirmations: 0,
  }
  client = createChainClient(settings, {
    fetch,
    clock: { nowMs: () => Date.now() },
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => 0.5,
    log,
  })
})
afterAll(async () => {
  client?.close()
  await anvil?.stop()
})
afterEach(() => checkout?.remove())

const coin = () => `ethereum:${token.address.toLowerCase()}`

function options(more: Partial<AdapterOptions> = {}): AdapterOptions {
  return {
    protocol: '77',
    name: null,
    cache: null,
    chains: [],
    kind: null,
    sdk: null,
    limits: DEFAULT_LIMITS,
    privateFolders: [],
    allowedHosts: [],
    nodes: new Set(['ethereum']),
    isChain: (name) => ['ethereum', 'bsc'].includes(name),
    natives: new Map([['ethereum', { symbol: 'ETH', redirect: 'aggregator:ethereum' }]]),
    lookUps: {
      prices: async (coins, atSec) =>
        new Map(
          coins
            .filter((one) => one === coin())
            .map((one) => [
              one,
              { source: one, priceUsd: 2, symbol: 'EXA', decimals: 6, atSec, confidence: 0.9 },
            ]),
        ),
      block: async (_chain, atSec) => ({
        height: Math.floor((atSec - GENESIS_SEC) / 12),
        timestampSec: atSec,
      }),
    },
    findFigure: (key) =>
      key === 'dailyVolume' ? { metric: 'dexs', dataType: key, unit: 'usd' } : undefined,
    readEmission: () => {
      throw new Error('no unlock module is read here')
    },
    fetch,
    node: process.execPath,
    ...more,
  }
}

/** The timestamp just after block 4, and the range that began after block 3. */
function timestamp(more: Partial<Timestamp> = {}): Timestamp {
  const atSec = GENESIS_SEC + 4 * 12 + 1
  const reader = async () => client.at(await client.blockNumbered(4))
  return { atSec, fromSec: GENESIS_SEC + 3 * 12 + 1, reader, log, ...more }
}

async function collect(
  files: Record<string, string>,
  file: string,
  more: Partial<AdapterOptions> = {},
) {
  checkout = await makeCheckout(files)
  const source = await openAdapter(checkout.path(file), options(more))
  return { source, ...(await source.collect(timestamp())) }
}

test('default: a TVL module reads the timestamp’s block through our own api', async () => {
  const { source, observations, blocks, roundTrips } = await collect(
    {
      'helper/vaults.js': `module.exports = { VAULT: '${VAULT}' }`,
      'projects/one/index.js': `
const { VAULT } = require('../../helper/vaults')
module.exports = {
  methodology: 'What the vault holds.',
  doublecounted: true,
  start: ${GENESIS_SEC},
  hallmarks: [['2023-11-15', 'Vault opens'], [[${GENESIS_SEC}, ${GENESIS_SEC + 60}], 'Rewards']],
  ethereum: {
    tvl: (api) => api.sumTokens({ owner: VAULT, tokens: ['${token.address}', '0x0000000000000000000000000000000000000000'] }),
    staking: async (api) => {
      const [decimals, missing] = await Promise.all([
        api.call({ target: '${token.address}', abi: 'uint8:decimals' }),
        api.multiCall({ abi: 'erc20:balanceOf', calls: [{ target: '${broken.address}', params: VAULT }], permitFailure: true }),
      ])
      if (missing[0] !== null) throw new Error('it cannot have answered')
      api.addUSDValue(Number(decimals) + 0.5)
      api.addAggregatorToken('bitcoin', 1.5)
    },
  },
}`,
    },
    'projects/one',
  )
  expect(source).toMatchObject({
    id: 'adapter:projects/one',
    chains: ['ethereum'],
    step: 'hour',
    hasPast: true,
    methodology: 'What the vault holds. What it holds is counted by another protocol too.',
  })
  const at = { protocol: '77', chain: 'ethereum', atSec: timestamp().atSec }
  // At block 4 the vault has 5 − 2 = 3 tokens of 6 decimals: block 5 is not seen. It has none of
  // the chain's coin.
  expect(observations.holdings).toEqual([
    { ...at, section: 'tvl', amount: { coin: coin(), raw: 3_000_000n } },
    { ...at, section: 'staking', amount: { usd: 6.5 } },
    { ...at, section: 'staking', amount: { coin: 'aggregator:bitcoin', tokens: 1.5 } },
  ])
  expect(observations.tokens).toMatchObject([{ coin: coin(), symbol: 'EXA', decimals: 6 }])
  // 15 November 2023 is 19,676 days after the first of 1970.
  expect(observations.hallmarks).toEqual([
    { protocol: '77', onSec: 19_676 * 86_400, event: 'Vault opens' },
    { protocol: '77', onSec: GENESIS_SEC, event: 'Rewards' },
  ])
  expect(blocks.map(({ block }) => block.number)).toEqual([4])
  // One bundle for the two balances' kinds each, one call, one multi-call.
  expect(roundTrips).toBe(4)
})

test('behavior: with an SDK in the checkout its api is used, and whatever it asks is answered here', async () => {
  const { source, observations } = await collect(
    {
      // A package within a larger repository, with a file beside it.
      '.git/HEAD': '',
      'beside/nothing.js': 'module.exports = 0',
      'server/package.json': WITH_SMALL_SDK,
      ...Object.fromEntries(
        Object.entries(SMALL_SDK_FILES).map(([path, text]) => [`server/${path}`, text]),
      ),
      'server/projects/two.js': `
require('../../beside/nothing')
const sdk = require('@collection/sdk')
module.exports = { ethereum: { tvl: async (api) => {
  const held = await api.balanceOf('${token.address}', '${VAULT}')
  api.add('${token.address}', held)
  const key = 'ethereum:${token.address}'
  const prices = await sdk.getPrices([key, 'market:none'], ${GENESIS_SEC + 1000})
  api.addMarketToken('tether', held / 10 ** prices[key].decimals * prices[key].price + prices[key].confidence)
  if (Object.keys(prices).length !== 1) throw new Error('a price from nowhere')
  if (await sdk.getBlock('ethereum', ${GENESIS_SEC + 24}) !== 2) throw new Error('wrong block')
} } }`,
    },
    'server/projects/two.js',
  )
  expect(source.id).toBe('adapter:server/projects/two')
  const at = { protocol: '77', chain: 'ethereum', section: 'tvl', atSec: timestamp().atSec }
  // It asked for the newest block and was given the timestamp's: 3 tokens, not 103. 3 × $2 + a
  // confidence of 0.9.
  expect(observations.holdings).toEqual([
    { ...at, amount: { coin: coin(), raw: 3_000_000n } },
    { ...at, amount: { coin: 'aggregator:tether', tokens: 6.9 } },
  ])
  expect(source.codeHash).toMatch(/^[0-9a-f]{64}$/)
})

test('behavior: a dimension module in TypeScript counts the events of the range, by label', async () => {
  const { source, observations } = await collect(
    {
      'adapters/types.ts':
        'export type SimpleAdapter = { version: number }\nexport interface FetchOptions { createBalances: () => any; getLogs: any }',
      'helpers/chains.ts': 'export enum CHAIN {\n  ETHEREUM = "ethereum",\n}',
      'dexs/three.ts': `
import { SimpleAdapter, FetchOptions } from '../adapters/types'
import { CHAIN } from '../helpers/chains'

const fetch = async ({ createBalances, getLogs, ...options }: FetchOptions & Record<string, any>) => {
  const dailyVolume = createBalances()
  const logs = await getLogs({ target: '${token.address}', eventAbi: 'event Transfer(address indexed from, address indexed to, uint256 value)' })
  for (const { value, from } of logs) dailyVolume.add('${token.address}', value, from.toLowerCase() === '${VAULT}' ? 'Out' : 'In')
  dailyVolume.addUSDValue(options.startOfDay - ${GENESIS_SEC - (GENESIS_SEC % 86_400)})
  return { dailyVolume, totalVolume: 5, dailyOther: 1 }
}
const adapter: SimpleAdapter & Record<string, unknown> = {
  version: 2,
  methodology: { Volume: 'Every transfer.' },
  breakdownMethodology: { dailyVolume: { Out: 'Taken out.' } },
  adapter: { [CHAIN.ETHEREUM]: { fetch, start: '2023-01-01' } },
}
export default adapter`,
    },
    'dexs/three.ts',
  )
  expect(source).toMatchObject({ id: 'adapter:dexs/three', step: 'day', chains: ['ethereum'] })
  // Block 4 alone is in the range: 2 tokens out of the vault. The day is the one of that time,
  // so nothing is added to it.
  const flow = {
    protocol: '77',
    metric: 'dexs',
    dataType: 'dailyVolume',
    version: '',
    chain: 'ethereum',
    atSec: timestamp().fromSec,
  }
  expect(observations.flows).toEqual([
    { ...flow, label: 'Out', amount: { coin: coin(), raw: 2_000_000n } },
  ])
  expect(observations.methods).toEqual([
    {
      protocol: '77',
      metric: 'dexs',
      dataType: 'dailyVolume',
      label: '',
      methodology: 'Every transfer.',
    },
    {
      protocol: '77',
      metric: 'dexs',
      dataType: 'dailyVolume',
      label: 'Out',
      methodology: 'Taken out.',
    },
  ])
})

test('behavior: a bridge module is given its blocks, and transfers the times of theirs', async () => {
  const { observations } = await collect(
    {
      'bridge.js': `
module.exports = { ethereum: async (fromBlock, toBlock, { api }) => {
  const logs = await api.getLogs({ target: '${token.address}', eventAbi: 'event Transfer(address indexed from, address indexed to, uint256 value)', fromBlock, toBlock })
  return logs.map(({ blockNumber, transactionHash, args }) => ({
    blockNumber, txHash: transactionHash, from: args.from, to: args.to, token: '${token.address}', amount: args.value, isDeposit: false,
  }))
} }`,
    },
    'bridge.js',
  )
  expect(observations.transfers).toMatchObject([
    {
      bridge: 77,
      chain: 'ethereum',
      block: 4,
      logIndex: 0,
      from: '0x00000000000000000000000000000000000000AA',
      amount: { coin: coin(), raw: 2_000_000n },
      isDeposit: false,
      atSec: GENESIS_SEC + 48,
    },
  ])
})

test('behavior: blocks of the times that a module names, also of an earlier period', async () => {
  const { observations } = await collect(
    {
      'dexs/blocks.js': `
const fetch = async ({ getBlock, getFromBlock, getToBlock, fromTimestamp, toTimestamp }) => {
  const found = [await getBlock(${GENESIS_SEC + 30}, 'ethereum', {}), await getBlock(toTimestamp), await getBlock(fromTimestamp), await getFromBlock(), await getToBlock(), await getBlock(1, 'ethereum', { ethereum: 9 })]
  return { dailyVolume: found.reduce((sum, block) => sum * 10 + block, 0) }
}
module.exports = { version: 2, adapter: { ethereum: { fetch } } }`,
    },
    'dexs/blocks.js',
  )
  // Block 2 is at 24 s and block 3 at 36 s. The range begins at 37 s, after block 3, and ends with
  // block 4 at 48 s; its first block is 4. What the module knows already stands: 9.
  expect(observations.flows[0]?.amount).toEqual({ usd: 243_449 })
})

test('behavior: the hash follows the files a module imports', async () => {
  const files = {
    'a.js': `require('./b'); module.exports = { apy: () => [] }`,
    'b.js': '1',
    'unused.js': '1',
  }
  const hashes: string[] = []
  for (const changed of [{}, { 'unused.js': '2' }, { 'b.js': '2' }]) {
    checkout = await makeCheckout({ ...files, ...changed })
    hashes.push((await openAdapter(checkout.path('a.js'), options())).codeHash)
    await checkout.remove()
  }
  expect(hashes[1]).toBe(hashes[0])
  expect(hashes[2]).not.toBe(hashes[0])
})

test('error: what cannot be asked is said', async () => {
  const tvl = `module.exports = { ethereum: { tvl: () => ({}) }, bsc: { tvl: () => ({}) }, later: { tvl: () => ({}) } }`
  await expect(collect({ 'a.js': tvl }, 'a.js')).rejects.toThrow(
    'a reads bsc, and no node of that chain is configured; --chain leaves it out',
  )
  await expect(collect({ 'a.js': tvl }, 'a.js', { chains: ['polygon'] })).rejects.toThrow(
    'a has no chain polygon; it has ethereum, bsc, later',
  )
  await expect(collect({ 'a.js': 'module.exports = { x: 1 }' }, 'a.js')).rejects.toThrow(
    /a: it exports x, which is not a known shape/,
  )
  await expect(collect({}, 'none.js')).rejects.toThrow(/none\.js is not a file/)
  const negative = `module.exports = { ethereum: { tvl: () => ({ '${DEPLOYER}': '-5' }) } }`
  await expect(collect({ 'a.js': negative }, 'a.js')).rejects.toThrow(
    /a: ethereum\.tvl, 0xf39F.* is negative/,
  )
  const writes = `module.exports = { ethereum: { tvl: async (api) => {
    const answer = await fetch(process.env.ETHEREUM_RPC, { method: 'POST', body: JSON.stringify({ id: 1, method: 'eth_sendRawTransaction', params: [] }) })
    throw new Error(await answer.text())
  } } }`
  await expect(collect({ 'a.js': writes }, 'a.js')).rejects.toThrow(
    'an adapter may only read: eth_sendRawTransaction is refused',
  )
})

test('error: a checkout that contains the data directory', async () => {
  checkout = await makeCheckout({ 'one.js': 'module.exports = {}', 'data/accounts.sqlite': 'x' })
  const privateFolders = [checkout.path('data')]
  await expect(openAdapter(checkout.path('one.js'), options({ privateFolders }))).rejects.toThrow(
    /the module's checkout .* holds .*data, which modules may not read: move one of the two/,
  )
})

test('behavior: a methodology of any length and content is stored as short plain text', async () => {
  const { source, observations } = await collect(
    {
      'one.js': `module.exports = { methodology: '\\x1b[31mWhat the vault holds.' + 'x'.repeat(50000), hallmarks: [['2023-11-15', 'y'.repeat(50000)]], ethereum: { tvl: (api) => api.addUSDValue(1) } }`,
    },
    'one.js',
  )
  expect(source.methodology).toMatch(/^\[31mWhat the vault holds\.x+…$/)
  expect(source.methodology).toHaveLength(2_000)
  expect(observations.hallmarks[0]?.event).toHaveLength(2_000)
})

test('error: a node that fails; its password and key are in no error, log or answer', async () => {
  const url = 'http://reader:hunter2@127.0.0.1:9/key-abcdefgh?token=tkn-abcdefgh'
  const lines: string[] = []
  const written = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
  const settings = {
    chain: 'ethereum',
    chainId: anvil.chainId,
    endpoints: [url],
    confirmations: 0,
  }
  const failing = createChainClient(settings, {
    fetch,
    clock: { nowMs: () => Date.now() },
    sleep: async () => undefined,
    random: () => 0.5,
    log: written,
    limits: { maxWaitMs: 10, timeoutMs: 1_000 },
  })
  const { block } = await timestamp().reader('ethereum')
  checkout = await makeCheckout({
    'one.js': `module.exports = { ethereum: { tvl: async (api) => {
      const seen = JSON.stringify([process.env, process.argv, process.execArgv])
      try { await api.call({ target: '${token.address}', abi: 'uint8:decimals' }) } catch (error) { throw new Error(seen + error.stack) }
    } } }`,
  })
  const source = await openAdapter(checkout.path('one.js'), options())
  const told = await source
    .collect({ ...timestamp(), log: written, reader: async () => failing.at(block) })
    .catch(String)
  failing.close()
  expect(told).toMatch(/No endpoint of ethereum answered: 127\.0\.0\.1:9 could not be reached/)
  expect(lines.join()).toContain('127.0.0.1:9')
  expect(`${told}${lines.join()}`).not.toMatch(/hunter2|key-abcdefgh|tkn-abcdefgh/)
})
