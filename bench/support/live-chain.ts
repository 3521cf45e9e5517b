import type { Address } from 'viem'
import { HOUR_SEC } from '../../src/lib/clock.ts'
import { type Anvil, startAnvil } from '../../test/support/evm/anvil.ts'
import { compileContract } from '../../test/support/evm/compile.ts'
import { type Deployed, deploy, send } from '../../test/support/evm/deploy.ts'

const BLOCK_SEC = 60
// A transaction has 12 M of gas: a pair costs about 0.3 M, a trade 4,000.
const PAIRS_PER_TRANSACTION = 20
const TRADES_PER_TRANSACTION = 2_000
const UNIT = 10n ** 18n

export interface ChainSize {
  tokens: number
  pairs: number
  /** From midnight on. */
  hours: number
  tradesPerHour: number
}

/** A real chain with an exchange on it, whose pairs all trade in every hour. */
export interface BusyChain {
  readonly anvil: Anvil
  readonly factory: Address
  readonly tokens: readonly Address[]
  /** Owns 1, 2, 3 … units of the tokens. */
  readonly owner: Address
}

/** Midnight is where trading begins; everything is deployed in the day before. */
export async function startBusyChain(size: ChainSize, midnightSec: number): Promise<BusyChain> {
  const anvil = await startAnvil({ timestampSec: midnightSec - 12 * HOUR_SEC, blockTimeSec: 1 })
  try {
    const owner: Address = '0x00000000000000000000000000000000000000aa'
    const token = await compileContract('token.sol', 'Token')
    const tokens: Address[] = []
    for (let index = 0; index < size.tokens; index++) {
      const made = await deploy(anvil, token, [`Token ${index}`, `T${index}`, 18])
      await send(anvil, made, { functionName: 'mint', args: [owner, BigInt(index + 1) * UNIT] })
      tokens.push(made.address)
    }
    const factory = await deploy(anvil, await compileContract('busy-pairs.sol', 'BusyFactory'), [
      tokens,
    ])
    for (let left = size.pairs; left > 0; left -= PAIRS_PER_TRANSACTION) {
      await send(anvil, factory, {
        functionName: 'createPairs',
        args: [Math.min(left, PAIRS_PER_TRANSACTION)],
      })
    }
    await anvil.rpc('anvil_setBlockTimestampInterval', [BLOCK_SEC])
    for (let hour = 0; hour < size.hours; hour++)
      await tradeHour(anvil, factory, { ...size, fromSec: midnightSec + hour * HOUR_SEC })
    return { anvil, factory: factory.address, tokens, owner }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

/**
 * What the pairs were paid, in thousandths of a token, as the contract counts it: 1 to 10 in turn.
 */
export function paidThousandths({ pairs, hours, tradesPerHour }: ChainSize): number {
  let ofOne = 0
  for (let trade = 0; trade < hours * tradesPerHour; trade++) ofOne += (trade % 10) + 1
  return pairs * ofOne
}

async function tradeHour(
  anvil: Anvil,
  factory: Deployed,
  hour: ChainSize & { fromSec: number },
): Promise<void> {
  const { fromSec, pairs, tradesPerHour } = hour
  const atOnce = Math.floor(TRADES_PER_TRANSACTION / tradesPerHour)
  await anvil.rpc('evm_setNextBlockTimestamp', [fromSec])
  let blocks = 0
  for (let from = 0; from < pairs; from += atOnce) {
    await send(anvil, factory, {
      functionName: 'trade',
      args: [from, Math.min(from + atOnce, pairs), tradesPerHour],
    })
    blocks++
  }
  const left = HOUR_SEC / BLOCK_SEC - blocks
  if (left > 0) await anvil.rpc('anvil_mine', [`0x${left.toString(16)}`])
}
