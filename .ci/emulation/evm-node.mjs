// A chain of one node that takes anvil's options and answers anvil's methods, on an EVM that has a
// native library for this machine. Usage: evm-node.mjs <folder with the library> <options of anvil>
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mnemonicToAccount } from 'viem/accounts'

const ACCOUNTS = 10
const BALANCE = 10_000n * 10n ** 18n
const BLOCK_GAS = 30_000_000n
const RENAMED = {
  anvil_setBalance: 'hardhat_setBalance',
  anvil_setCoinbase: 'hardhat_setCoinbase',
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8545' },
    'chain-id': { type: 'string', default: '31337' },
    timestamp: { type: 'string' },
    mnemonic: { type: 'string' },
    'no-mining': { type: 'boolean', default: false },
  },
})
const provider = await createProvider()
/** Seconds from one block to the next; undefined: by the clock. */
let intervalSec
/** The time of the next block was set by hand. */
let isTimeSet = false
/** Where the chain can go back to: the state after each block. */
const states = new Map()
await keepState()

const responses = {
  anvil_setBlockTimestampInterval: async ([seconds]) => {
    intervalSec = seconds
    return null
  },
  anvil_removeBlockTimestampInterval: async () => {
    intervalSec = undefined
    return true
  },
  anvil_mine: ([count = '0x1', seconds]) => mine(Number(count), seconds && Number(seconds)),
  evm_mine: async () => {
    await mine(1)
    return '0x0'
  },
  anvil_rollback: ([depth = 1]) => goBack(Number(depth)),
  anvil_reorg: async ([depth]) => {
    await goBack(Number(depth))
    // Another miner, so that the new blocks are not the old ones again.
    const { miner } = await ask('eth_getBlockByNumber', ['latest', false])
    const other = `0x${(BigInt(miner) ^ 1n).toString(16).padStart(40, '0')}`
    await ask('hardhat_setCoinbase', [other])
    await mine(Number(depth))
  },
  eth_sendTransaction: async (params) => {
    await setNextTime()
    const hash = await ask('eth_sendTransaction', params)
    await keepState()
    return hash
  },
  evm_setNextBlockTimestamp: async (params) => {
    isTimeSet = true
    return ask('evm_setNextBlockTimestamp', params)
  },
  // Anvil sends the time of the block along with each log.
  eth_getLogs: async (params) => {
    const logs = await ask('eth_getLogs', params)
    const times = new Map()
    for (const { blockHash } of logs)
      if (!times.has(blockHash))
        times.set(blockHash, (await ask('eth_getBlockByHash', [blockHash, false])).timestamp)
    return logs.map((log) => ({ ...log, blockTimestamp: times.get(log.blockHash) }))
  },
  evm_revert: async (params) => {
    const result = await ask('evm_revert', params)
    const head = await height()
    for (const number of states.keys()) if (number >= head) states.delete(number)
    await keepState()
    return result
  },
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const message = JSON.parse(Buffer.concat(chunks).toString())
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(await inTurn(() => responseAll(message))))
})
server.listen(Number(values.port), values.host, () =>
  process.stdout.write(`Listening on ${values.host}:${server.address().port}\n`),
)

let last = Promise.resolve()

/** One message at a time: a block takes several steps. */
function inTurn(work) {
  last = last.then(work, work)
  return last
}

async function responseAll(message) {
  if (!Array.isArray(message)) return response(message)
  const replies = []
  for (const request of message) replies.push(await response(request))
  return replies
}

async function response({ id, method, params = [] }) {
  try {
    const result = await (responses[method]?.(params) ?? ask(RENAMED[method] ?? method, params))
    return { jsonrpc: '2.0', id, result: result ?? null }
  } catch (error) {
    return { jsonrpc: '2.0', id, error: { code: error.code ?? -32000, message: error.message } }
  }
}

async function ask(method, params = []) {
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { data } = await provider.handleRequest(request)
  const { result, error } = typeof data === 'string' ? JSON.parse(data) : data
  if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}

async function mine(count, seconds = intervalSec) {
  for (let mined = 0; mined < count; mined++) {
    await setNextTime(seconds)
    await ask('evm_mine')
    await keepState()
  }
  return null
}

async function goBack(depth) {
  const target = (await height()) - depth
  await ask('evm_revert', [states.get(target)])
  for (const number of states.keys()) if (number >= target) states.delete(number)
  await keepState()
  return null
}

async function setNextTime(seconds = intervalSec) {
  const isDone = isTimeSet || seconds === undefined
  isTimeSet = false
  if (isDone) return
  const { timestamp } = await ask('eth_getBlockByNumber', ['latest', false])
  await ask('evm_setNextBlockTimestamp', [Number(timestamp) + seconds])
}

async function keepState() {
  states.set(await height(), await ask('evm_snapshot'))
}

async function height() {
  return Number(await ask('eth_blockNumber'))
}

async function createProvider() {
  const [folder = '.'] = positionals
  const edr = createRequire(join(folder, 'package.json'))('@nomicfoundation/edr')
  const keys = Array.from({ length: ACCOUNTS }, (_, addressIndex) => {
    const account = mnemonicToAccount(values.mnemonic, { addressIndex })
    return { address: account.address, secret: account.getHdKey().privateKey }
  })
  const bytes = (address) => Buffer.from(address.slice(2), 'hex')
  const context = new edr.EdrContext()
  await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory())
  const chainId = BigInt(values['chain-id'])
  return context.createProvider(
    edr.L1_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: false,
      allowUnlimitedContractSize: true,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      chainId,
      networkId: chainId,
      coinbase: Buffer.alloc(20),
      defaultTransactionGasLimit: BLOCK_GAS,
      genesisState: [
        ...edr.l1GenesisState(edr.l1HardforkFromString(edr.CANCUN)),
        ...keys.map(({ address }) => ({ address: bytes(address), balance: BALANCE })),
      ],
      hardfork: edr.CANCUN,
      initialBaseFeePerGas: 1_000_000_000n,
      initialParentBeaconBlockRoot: Buffer.alloc(32),
      minGasPrice: 0n,
      mining: {
        autoMine: !values['no-mining'],
        blockGasLimit: BLOCK_GAS,
        memPool: { order: edr.MineOrdering.Fifo },
      },
      network: {
        genesisBlobGas: { gasUsed: 0n, excessGas: 0n },
        genesisBlockGasLimit: BLOCK_GAS,
        genesisBlockTime: values.timestamp && BigInt(values.timestamp),
      },
      observability: {},
      ownedAccounts: keys.map(({ secret }) => `0x${Buffer.from(secret).toString('hex')}`),
      precompileOverrides: [],
      transactionGasCap: false,
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new edr.ContractDecoder(),
  )
}
