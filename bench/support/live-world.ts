import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Address } from 'viem'
import { facts } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { prices } from '../../src/domains/coins/facts.ts'
import { protocols } from '../../src/domains/registry/facts.ts'
import { protocolRow } from '../../src/domains/registry/protocol-row.ts'
import { createClock, DAY_SEC, HOUR_SEC } from '../../src/lib/clock.ts'
import { Chains } from '../../src/live/run/chains.ts'
import type { LiveContext } from '../../src/live/run/live-context.ts'
import { createLive, listChainSettings } from '../../src/live.ts'
import { commitRows } from '../../src/runs/run.ts'
import { createChainClient } from '../../src/sources/chain/create-chain-client.ts'
import type { LiveSource } from '../../src/sources/model/live-source.ts'
import { Store } from '../../src/store/store.ts'
import { type Anvil, startAnvil } from '../../test/support/evm/anvil.ts'
import { CHAIN_DEPENDENCIES } from '../../test/support/evm/client.ts'
import { compileContract } from '../../test/support/evm/compile.ts'
import { type Deployed, deploy, send } from '../../test/support/evm/deploy.ts'

const BLOCK_SEC = 60
// A transaction has 12 M of gas: a pair costs about 0.3 M, a trade 4,000.
const PAIRS_PER_TRANSACTION = 20
const TRADES_PER_TRANSACTION = 2_000
const UNIT = 10n ** 18n
/** Owns 1, 2, 3 … units of the tokens. */
const OWNER = 0xaan
const OWNERS = 10

export interface ChainSize {
  readonly midnightSec: number
  readonly tokens: number
  readonly pairs: number
  /** From midnight on. */
  readonly hours: number
  readonly tradesPerHour: number
}

/** Live ingestion as the service does it, over a real chain with an exchange that always trades. */
export interface LiveWorld {
  readonly url: string
  source(id: string): LiveSource
  /** What runs are made with, when nodes are reached in a way of its own. */
  context(reach: typeof fetch): LiveContext
  close(): Promise<void>
}

export async function startLiveWorld(folder: string, size: ChainSize): Promise<LiveWorld> {
  const { midnightSec } = size
  const anvil = await startAnvil({ timestampSec: midnightSec - 12 * HOUR_SEC, blockTimeSec: 1 })
  const closing = [() => anvil.stop()]
  const close = async () => {
    for (const end of closing.toReversed()) await end()
  }
  try {
    const { tokens, factory } = await fillChain(anvil, size)
    const protocolsDir = join(folder, 'protocols')
    writeInstances(protocolsDir, { tokens, factory, midnightSec })
    const clock = createClock(new Date((midnightSec + DAY_SEC + HOUR_SEC) * 1000).toISOString())
    const config = readConfig({ ALMANAC_RPC_LOCAL: anvil.url, ALMANAC_PROTOCOLS_DIR: protocolsDir })
    const store = await Store.open({ facts, path: join(folder, 'facts') })
    closing.push(() => store.close())
    await commitRows(store, { source: 'bench', clock }, async () => ({
      rows: knownRows(tokens, midnightSec),
      counts: { accepted: 0, rejected: 0, held: 0 },
    }))
    const live = await createLive(config, store, clock, pino({ level: 'silent' }))
    closing.push(() => live.close())
    if (live.problems.length > 0) throw new Error(live.problems.join('\n'))
    return {
      url: anvil.url,
      source(id) {
        const found = live.sources.find((source) => source.id === `reader:${id}`)
        if (found === undefined) throw new Error(`There is no instance ${id}.`)
        return found
      },
      context: (reach) => ({
        ...live.context,
        chains: new Chains(listChainSettings(config.nodes), (settings) =>
          createChainClient(settings, { ...CHAIN_DEPENDENCIES, fetch: reach }),
        ),
      }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** What the pairs were paid, in thousandths of a token, as the contract counts it: 1 to 10 in turn. */
export function paidThousandths({ pairs, hours, tradesPerHour }: ChainSize): number {
  let ofOne = 0
  for (let trade = 0; trade < hours * tradesPerHour; trade++) ofOne += (trade % 10) + 1
  return pairs * ofOne
}

/** Midnight is where trading begins; everything is deployed in the day before. */
async function fillChain(
  anvil: Anvil,
  size: ChainSize,
): Promise<{ tokens: Address[]; factory: Address }> {
  const token = await compileContract('token.sol', 'Token')
  const tokens: Address[] = []
  for (let index = 0; index < size.tokens; index++) {
    const made = await deploy(anvil, token, [`Token ${index}`, `T${index}`, 18])
    const args = [addressOf(OWNER), BigInt(index + 1) * UNIT]
    await send(anvil, made, { functionName: 'mint', args })
    tokens.push(made.address)
  }
  const busy = await compileContract('busy-pairs.sol', 'BusyFactory')
  const factory = await deploy(anvil, busy, [tokens])
  for (let left = size.pairs; left > 0; left -= PAIRS_PER_TRANSACTION) {
    const args = [Math.min(left, PAIRS_PER_TRANSACTION)]
    await send(anvil, factory, { functionName: 'createPairs', args })
  }
  await anvil.rpc('anvil_setBlockTimestampInterval', [BLOCK_SEC])
  for (let hour = 0; hour < size.hours; hour++) {
    await anvil.rpc('evm_setNextBlockTimestamp', [size.midnightSec + hour * HOUR_SEC])
    const left = HOUR_SEC / BLOCK_SEC - (await tradeOnce(anvil, factory, size))
    if (left > 0) await anvil.rpc('anvil_mine', [`0x${left.toString(16)}`])
  }
  return { tokens, factory: factory.address }
}

/** The trades of an hour; how many blocks they took. */
async function tradeOnce(
  anvil: Anvil,
  factory: Deployed,
  { pairs, tradesPerHour }: ChainSize,
): Promise<number> {
  const atOnce = Math.floor(TRADES_PER_TRANSACTION / tradesPerHour)
  for (let from = 0; from < pairs; from += atOnce) {
    const args = [from, Math.min(from + atOnce, pairs), tradesPerHour]
    await send(anvil, factory, { functionName: 'trade', args })
  }
  return Math.ceil(pairs / atOnce)
}

const addressOf = (number: bigint): Address => `0x${number.toString(16).padStart(40, '0')}`

/** A vault with a thousand balances, and the same exchange by the day and by the hour. */
function writeInstances(
  folder: string,
  about: { tokens: readonly Address[]; factory: Address; midnightSec: number },
): void {
  mkdirSync(folder)
  const { tokens, factory, midnightSec } = about
  const owners = Array.from({ length: OWNERS }, (_, index) => addressOf(OWNER + BigInt(index)))
  const on = { chain: 'local', start: midnightSec }
  const exchange = { ...on, kind: 'constant-product', factory, feePct: 0.3 }
  const instances = {
    balances: { ...on, kind: 'token-balances', protocol: '1', holdings: [{ owners, tokens }] },
    'exchange-by-day': { ...exchange, protocol: '2', step: 'day' },
    'exchange-by-hour': { ...exchange, protocol: '3' },
  }
  for (const [name, instance] of Object.entries(instances))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(instance))
}

/** The protocols of the instances, and the tokens at a dollar each, every hour. */
function knownRows(tokens: readonly Address[], midnightSec: number) {
  const hours = Array.from({ length: DAY_SEC / HOUR_SEC + 1 }, (_, hour) => hour * HOUR_SEC)
  const named = (id: string) => protocolRow({ id, name: `Protocol ${id}`, category: 'Dexs' })
  const priced = tokens.flatMap((token) =>
    hours.map((sec) => ({
      ...{ coin: `local:${token.toLowerCase()}`, atSec: midnightSec + sec },
      ...{ priceUsd: 1, confidence: 0.9 },
    })),
  )
  return [
    { fact: protocols, rows: ['1', '2', '3'].map(named) },
    { fact: prices, rows: priced },
  ]
}
