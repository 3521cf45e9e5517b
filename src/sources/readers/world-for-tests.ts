import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { CHAIN_DEPENDENCIES } from '../../../test/support/evm/client.ts'
import { compileContract } from '../../../test/support/evm/compile.ts'
import {
  DEPLOYER,
  type Deployed,
  deploy,
  type Sent,
  send,
} from '../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../chain/chain.ts'
import { createChainClient } from '../chain/create-chain-client.ts'
import type { Collected } from '../model/live-source.ts'
import type { ReaderKind } from '../model/reader-kind.ts'
import { type KnownChains, listInstanceProblems, toInstance } from './instances/instance.ts'
import { toLiveSource } from './instances/to-live-source.ts'

/** Midnight, when the chains of these tests begin. */
export const T0 = 1_699_920_000

const ETHEREUM = {
  key: 'ethereum',
  name: 'Ethereum',
  chainId: 1,
  gasToken: 'ETH',
  aggregatorId: 'ethereum',
}
const SOLANA = {
  key: 'solana',
  name: 'Solana',
  chainId: null,
  gasToken: 'SOL',
  aggregatorId: 'solana',
}
export const CHAINS: KnownChains = {
  find: (name) =>
    [ETHEREUM, SOLANA].find((chain) => chain.name.toLowerCase() === name.toLowerCase()),
  list: () => [ETHEREUM, SOLANA],
}

/** A chain of its own, to act on and to read. */
export interface TestWorld {
  readonly anvil: Anvil
  readonly client: ChainClient
  put(file: string, name: string, args?: readonly unknown[]): Promise<Deployed>
  token(symbol: string, decimals: number): Promise<Deployed>
  act(
    contract: Deployed,
    functionName: string,
    args?: readonly unknown[],
    more?: Pick<Sent, 'value'>,
  ): Promise<void>
  /** The next block is made at this time. */
  goTo(atSec: number): Promise<void>
  /** The observations of an instance over a range; the chain must have reached its end. */
  collect(
    kind: ReaderKind,
    settings: object,
    range: { fromSec: number; atSec: number },
  ): Promise<Collected>
  stop(): Promise<void>
}

export async function startWorld(): Promise<TestWorld> {
  const anvil = await startAnvil({ timestampSec: T0, blockTimeSec: 1 })
  const client = createChainClient(
    {
      chain: 'ethereum',
      chainId: anvil.chainId,
      endpoints: [anvil.url],
      confirmations: 0,
    },
    CHAIN_DEPENDENCIES,
  )
  const put: TestWorld['put'] = async (file, name, args = []) =>
    deploy(anvil, await compileContract(file, name), args)
  return {
    anvil,
    client,
    put,
    token: (symbol, decimals) => put('token.sol', 'Token', [symbol, symbol, decimals]),
    async act(contract, functionName, args = [], more = {}) {
      await send(anvil, contract, { functionName, args, from: DEPLOYER, ...more })
    },
    async goTo(atSec) {
      await anvil.rpc('evm_setNextBlockTimestamp', [atSec])
    },
    async collect(kind, settings, { fromSec, atSec }) {
      const written = { kind: kind.kind, protocol: '7', chain: 'Ethereum', start: T0, ...settings }
      const problems = listInstanceProblems(written, kind, CHAINS)
      if (problems.length > 0) throw new Error(JSON.stringify(problems))
      const source = toLiveSource(toInstance('example', written, { kind, chains: CHAINS }))
      return source.collect({
        fromSec,
        atSec,
        log: CHAIN_DEPENDENCIES.log,
        reader: async () => client.at(await client.blockAt(atSec - 1)),
      })
    },
    async stop() {
      client.close()
      await anvil.stop()
    },
  }
}
