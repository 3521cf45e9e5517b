import { valueAmount } from '../../../ingest/live/amounts.ts'
import type { ObservationWriter } from '../../../ingest/live/observation-writer.ts'
import type { SeenTransfer } from '../../../ingest/live/observations.ts'
import type { PriceBook } from '../../../ingest/live/price-book.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import { bridgeTransfers } from '../facts.ts'

/** Sides of transfers, each at the price of its moment; the amount keeps every digit. */
export const observeTransfers: ObservationWriter = (seen, prices) => [
  { fact: bridgeTransfers, rows: seen.transfers.map((transfer) => toRow(transfer, prices)) },
]

function toRow(transfer: SeenTransfer, prices: PriceBook): Record<string, unknown> {
  const { bridge, txHash, logIndex, block, from, to, amount, isDeposit, sourceChain, atSec } = transfer
  const chain = chains.find(transfer.chain)?.key ?? transfer.chain
  return {
    bridge,
    chain,
    txHash,
    logIndex,
    atSec,
    block,
    fromAddress: from,
    toAddress: to,
    token: normalizeCoinId(amount.coin) ?? amount.coin,
    // Where only the value was seen no amount is known, which the fact has no other word for.
    amount: 'raw' in amount ? String(amount.raw) : '0',
    valueUsd: valueUsdOf(amount, atSec, prices),
    isDeposit,
    sourceChain: sourceChain === null ? null : (chains.find(sourceChain)?.key ?? sourceChain),
  }
}

/** Null where no price was known: a transfer has no value made up. */
function valueUsdOf(amount: SeenTransfer['amount'], atSec: number, prices: PriceBook): number | null {
  if ('usd' in amount) return amount.usd
  const valued = valueAmount(amount, atSec, prices)
  return 'unpriced' in valued ? null : valued.valueUsd
}
