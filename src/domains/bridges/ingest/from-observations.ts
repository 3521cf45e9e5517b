import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import { valueAmount } from '../../../sources/model/amounts.ts'
import type { SeenTransfer } from '../../../sources/model/observations.ts'
import type { PriceBook } from '../../../sources/model/price-book.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import { bridgeTransfers } from '../facts.ts'

/** Sides of transfers at the price of their timestamp, with every digit; undone ones say so. */
export const observeTransfers: ObservationWriter = (seen, prices) => [
  {
    fact: bridgeTransfers,
    rows: seen.transfers.map((transfer) => toRow(transfer, prices)),
    nothing: { isUndone: true },
    areEvents: true,
  },
]

function toRow(transfer: SeenTransfer, prices: PriceBook): Record<string, unknown> {
  const { bridge, logIndex, block, amount, isDeposit, atSec } = transfer
  const chain = chains.keyOf(transfer.chain)
  const sourceChain = transfer.sourceChain ?? (isDeposit ? chain : null)
  return {
    bridge,
    chain,
    txHash: onChain(chain, transfer.txHash),
    logIndex,
    atSec,
    block,
    fromAddress: onChain(chain, transfer.from),
    toAddress: onChain(chain, transfer.to),
    token: normalizeCoinId(amount.coin) ?? amount.coin,
    // Where only the value was seen no amount is known, which the fact has no other word for.
    amount: 'raw' in amount ? String(amount.raw) : '0',
    valueUsd: valueUsdOf(amount, atSec, prices),
    isDeposit,
    sourceChain: sourceChain === null ? null : chains.keyOf(sourceChain),
  }
}

/** An address or a hash in its one spelling, which is that of a coin on the chain. */
function onChain(chain: string, text: string): string {
  return normalizeCoinId(`${chain}:${text}`)?.slice(chain.length + 1) ?? text
}

/** Null where no price was known: a transfer has no value made up. */
function valueUsdOf(
  amount: SeenTransfer['amount'],
  atSec: number,
  prices: PriceBook,
): number | null {
  if ('usd' in amount) return amount.usd
  const valued = valueAmount(amount, atSec, prices)
  return 'unpriced' in valued ? null : valued.valueUsd
}
