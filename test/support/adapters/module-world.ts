import { pino } from 'pino'
import type { ChainClient } from '../../../src/sources/chain/chain.ts'
import { createChainClient } from '../../../src/sources/chain/create-chain-client.ts'
import type { Timestamp } from '../../../src/sources/model/live-source.ts'
import { type Anvil, startAnvil } from '../evm/anvil.ts'
import { compileContract } from '../evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../evm/deploy.ts'

const VAULT = '0x00000000000000000000000000000000000000aa'
const OTHER = '0x00000000000000000000000000000000000000bb'
const NATIVE = '0x0000000000000000000000000000000000000000'
const ONE_B = 10n ** 18n
const log = pino({ level: 'silent' })

/** The chain that the modules of `module-set.ts` read. */
export interface ModuleWorld {
  addresses: Readonly<Record<string, string>>
  timestamp: Timestamp
  stop(): Promise<void>
}

export async function startModuleWorld(): Promise<ModuleWorld> {
  const anvil = await startAnvil({ chainId: 1, blockTimeSec: 12 })
  const a = await deployToken(anvil, 'A', 6)
  const b = await deployToken(anvil, 'B', 18)
  const broken = await deploy(anvil, await compileContract('token.sol', 'BrokenToken'), [false])
  const shares = await deploy(anvil, await compileContract('vault.sol', 'Vault'), [a.address, 'vA'])
  const factory = await deploy(anvil, await compileContract('pair.sol', 'PairFactory'))
  await send(anvil, factory, { functionName: 'createPair', args: [a.address, b.address] })
  const pair = await pairOf(anvil, factory)
  const mint = (token: Deployed, to: string, value: bigint) =>
    send(anvil, token, { functionName: 'mint', args: [to, value] })
  await mint(a, VAULT, 5_000_000n)
  await mint(a, OTHER, 7_000_000n)
  await mint(b, VAULT, 3n * ONE_B)
  await mint(a, DEPLOYER, 9_000_000n)
  await send(anvil, a, { functionName: 'approve', args: [shares.address, 9_000_000n] })
  await send(anvil, shares, { functionName: 'deposit', args: [9_000_000n, DEPLOYER] })
  await mint(a, pair.address, 100_000_000n)
  await mint(b, pair.address, 50n * ONE_B)
  await anvil.rpc('anvil_setBalance', [VAULT, `0x${(2n * ONE_B).toString(16)}`])
  await send(anvil, pair, { functionName: 'sync' })
  const client = connect(anvil)
  const fromSec = (await client.head()).timestampSec + 1
  // The range: 10 A come in, 4 B go out.
  await mint(a, pair.address, 10_000_000n)
  const isFirst = a.address.toLowerCase() < b.address.toLowerCase()
  const out = isFirst ? [0n, 4n * ONE_B] : [4n * ONE_B, 0n]
  await send(anvil, pair, { functionName: 'swap', args: [...out, DEPLOYER] })
  const block = await client.head()
  return {
    addresses: {
      ...{ A: a.address, B: b.address, BROKEN: broken.address, SHARES: shares.address },
      ...{ FACTORY: factory.address, PAIR: pair.address, VAULT, OTHER, NATIVE },
    },
    timestamp: {
      atSec: block.timestampSec + 1,
      fromSec,
      reader: async () => client.at(block),
      log,
    },
    stop: async () => {
      client.close()
      await anvil.stop()
    },
  }
}

async function deployToken(anvil: Anvil, symbol: string, decimals: number): Promise<Deployed> {
  const contract = await compileContract('token.sol', 'Token')
  return deploy(anvil, contract, [symbol, symbol, decimals])
}

async function pairOf(anvil: Anvil, factory: Deployed): Promise<Deployed> {
  const contract = await compileContract('pair.sol', 'Pair')
  // allPairs(0)
  const data = `0x1e3dd18b${'0'.repeat(64)}`
  const word = await anvil.rpc<string>('eth_call', [{ to: factory.address, data }, 'latest'])
  return { ...contract, address: `0x${word.slice(-40)}` }
}

function connect(anvil: Anvil): ChainClient {
  const settings = { chain: 'ethereum', chainId: 1, endpoints: [anvil.url], confirmations: 0 }
  return createChainClient(settings, {
    fetch,
    clock: { nowMs: () => Date.now() },
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => 0.5,
    log,
  })
}
