import Type from 'typebox'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { chains } from '../../registry/public.ts'
import type { BridgeDirectory } from '../read/bridge-directory.ts'
import type { Transfer } from '../read/transfers.ts'
import { nameOfChain } from './bridge-shapes.ts'

export const transactionSchema = namedShape('BridgeTransaction', {
  tx_hash: Type.String({ description: 'Hash of the transaction' }),
  ts: Type.String({ description: 'ISO 8601, UTC' }),
  tx_block: nullable(Type.Integer({ description: 'Block number' })),
  tx_from: Type.String({ description: 'Address of the sender' }),
  tx_to: Type.String({ description: 'Address of the receiver' }),
  token: Type.String({ description: 'Address of the token on its chain' }),
  coin: Type.String({ description: 'Coin id of the token' }),
  amount: Type.String({ description: 'In the smallest unit of the token, every digit' }),
  is_deposit: Type.Boolean({ description: 'Money went into the bridge' }),
  chain: Type.String({ description: 'Chain on which this side took place' }),
  bridge_name: Type.String({ description: 'Name of the bridge' }),
  usd_value: nullable(Type.Number({ description: 'US dollars; null when no price was known' })),
  sourceChain: nullable(
    Type.String({ description: 'Chain the money came from; null when not known' }),
  ),
})

export const transactionExample = {
  tx_hash: '0x2ddb0d0e3e7f1407d7eac86a53784949956533566ecd99121eacb140c31e97cb',
  ts: '2025-10-09T08:53:20.000Z',
  tx_block: 23_540_000,
  tx_from: '0x3a23f943181408eac424116af7b7790c94cb97a5',
  tx_to: '0x8004c5a694105f5ecccccccccccccccccccccccc',
  token: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  coin: 'ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  amount: '17379331182',
  is_deposit: true,
  chain: 'Ethereum',
  bridge_name: 'harbor',
  usd_value: 17_379.33,
  sourceChain: 'Ethereum',
}

export function transactionItem(transfer: Transfer, directory: BridgeDirectory) {
  const { token } = transfer
  return {
    tx_hash: transfer.txHash,
    ts: new Date(transfer.atSec * 1000).toISOString(),
    tx_block: transfer.block,
    tx_from: transfer.fromAddress,
    tx_to: transfer.toAddress,
    token: token.slice(token.indexOf(':') + 1),
    coin: token,
    amount: transfer.amount,
    is_deposit: transfer.isDeposit,
    chain: chains.nameOf(transfer.chain),
    bridge_name: directory.get(transfer.bridge).name,
    usd_value: transfer.valueUsd,
    sourceChain: nameOfChain(transfer.sourceChain),
  }
}
