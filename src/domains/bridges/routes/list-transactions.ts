import Type from 'typebox'
import {
  optionalStartTime,
  optionalText,
  optionalUnixTime,
  type Parameter,
  quote,
  timestampExample,
  type ValuesOf,
  whole,
} from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { WithHeaders } from '../../../http/with-headers.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { normalizeCoinId } from '../../registry/public.ts'
import {
  decodeCursor,
  encodeCursor,
  type TransferPosition,
  transferWindow,
} from '../derive/transfer-list.ts'
import { addBridgeWindows } from '../derive/window-flows.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { bridgeDirectoryState } from '../read/bridge-directory.ts'
import { readBridgeWindows } from '../read/bridge-windows.ts'
import { type DayFlows, dayFlowsState } from '../read/day-flows.ts'
import { readTransfers } from '../read/transfers.ts'
import { bridgeDetail, detailRecord, transactionRecord } from '../records.ts'
import { bridgeIdOrAll, chainKeyOf } from './bridge-parameters.ts'

const MAX_LIMIT = 6_000
const start = optionalStartTime(
  'Start of the range, Unix seconds. Default: seven days before its end; with `address` the beginning.',
)
const end = optionalUnixTime('End of the range, Unix seconds. Default: now.')
const source = optionalText(
  'Only transactions that come from this chain, by any of its names.',
  'Ethereum',
)

/** Which transactions are wanted. */
const conditions = {
  startTimestamp: start,
  starttimestamp: start,
  endTimestamp: end,
  endtimestamp: end,
  sourceChain: source,
  sourcechain: source,
  address: optionalText(
    'Only transactions from or to this address: `<chain>:<address>`.',
    'ethereum:0xedac2f199e91d5c0cca411f1dc2002d91b5e9b64',
  ),
}

const detailWithTransactions = shape({
  ...detailRecord.members,
  transactions: Type.Array(transactionRecord.schema, { description: 'Newest first' }),
})
const detailWithTransactionsExample = {
  ...detailRecord.example,
  transactions: [transactionRecord.example],
}

export const listTransactions = defineRoute({
  id: 'bridges.listTransactions',
  operationId: 'listBridgeTransactions',
  summary: 'Transactions of a bridge',
  describe:
    'Newest first, one row for each side that was seen on a chain. On the bridge root the detailed bridge with `transactions`, on the pro root the list alone. Each query name may be written either way on both. `id` may be `all`. When a limit cut the list off, `X-Has-More` is true, and `cursor` with the value of `X-Next-Cursor` gives what follows.',
  paths: { bridge: '/transactions/{id}', pro: '/bridges/transactions/{id}' },
  params: { id: bridgeIdOrAll() },
  query: {
    limit: whole('Most rows to return.', { min: 1, max: MAX_LIMIT, byDefault: 100, example: 100 }),
    ...conditions,
    cursor: cursor(),
  },
  headers: {
    'X-Has-More':
      '`true` when there are more transactions than the limit let through, else `false`',
    'X-Next-Cursor': 'Only when there are more: send it as `cursor` to get what follows',
  },
  response: Type.Union([detailWithTransactions, Type.Array(transactionRecord.schema)]),
  responseOf: {
    bridge: { schema: detailWithTransactions, example: detailWithTransactionsExample },
    pro: { schema: Type.Array(transactionRecord.schema), example: [transactionRecord.example] },
  },
  example: detailWithTransactionsExample,
  table: 'transactions[] | []',
  reads: [bridges, bridgeTransfers],
  nowStepSec: HOUR_SEC,
  handler: async ({ params, query }, context) => {
    const directory = await context.states.get(bridgeDirectoryState, context.snapshot)
    const flows = await context.states.get(dayFlowsState, context.snapshot)
    const asked = directory.list(params.id)
    const asks = askedConditions(query, flows, context.nowSec)
    const transferQuery = {
      ...asks,
      bridges: asked.map(({ id }) => id),
      after: query.cursor,
      limit: query.limit + 1,
    }
    const found = await readTransfers(context.snapshot, transferQuery)
    const shown = found.slice(0, query.limit)
    const transactions = shown.map((transfer) =>
      transactionRecord.item({ ...transfer, bridgeName: directory.get(transfer.bridge).name }),
    )
    const headers = pageHeaders(found.length > shown.length ? shown.at(-1) : undefined)
    if (context.root === 'pro') return new WithHeaders(transactions, headers)
    const windows = addBridgeWindows(await readBridgeWindows(asked, context))
    return new WithHeaders(
      { ...bridgeDetail(params.id === undefined ? undefined : asked[0], windows), transactions },
      headers,
    )
  },
})

/** Headers that say whether there is more after the last row shown, and how to get it. */
function pageHeaders(last: TransferPosition | undefined): Record<string, string> {
  return last === undefined
    ? { 'X-Has-More': 'false' }
    : { 'X-Has-More': 'true', 'X-Next-Cursor': encodeCursor(last) }
}

function askedConditions(query: ValuesOf<typeof conditions>, flows: DayFlows, nowSec: number) {
  const startSec = query.startTimestamp ?? query.starttimestamp
  const endSec = query.endTimestamp ?? query.endtimestamp
  const source = query.sourceChain ?? query.sourcechain
  if (startSec !== undefined && endSec !== undefined && startSec > endSec)
    throw invalidParameter('startTimestamp', 'lies after `endTimestamp`.')
  return {
    ...transferWindow({ startSec, endSec, hasAddress: query.address !== undefined, nowSec }),
    sourceChain: source === undefined ? undefined : chainKeyOf(source, flows),
    party: query.address === undefined ? undefined : askedParty(query.address, flows),
  }
}

/** Chain and address of `<chain>:<address>`, both in their one spelling. */
function askedParty(text: string, flows: DayFlows): { chain: string; address: string } {
  const colon = text.indexOf(':')
  if (colon <= 0 || text.slice(colon + 1).trim() === '')
    throw invalidParameter(
      'address',
      `must be <chain>:<address>, such as ethereum:0x3a23…97a5, not ${quote(text)}.`,
    )
  const chain = chainKeyOf(text.slice(0, colon), flows)
  const id = normalizeCoinId(`${chain}:${text.slice(colon + 1)}`) ?? ''
  return { chain, address: id.slice(chain.length + 1) }
}

function cursor(): Parameter<TransferPosition | undefined> {
  return {
    describe: 'Go on after the last transaction of an earlier response: its `X-Next-Cursor`.',
    ...timestampExample((nowSec) =>
      encodeCursor({
        atSec: nowSec,
        bridge: 1,
        chain: 'ethereum',
        txHash: transactionRecord.example.tx_hash,
        logIndex: 0,
      }),
    ),
    schema: { type: 'string', maxLength: 2_000 },
    parse: (value, name) => {
      if (value === undefined || value === '') return undefined
      const position = decodeCursor(value)
      if (position === undefined)
        throw invalidParameter(
          name,
          'is not a cursor; send the X-Next-Cursor of an earlier response as it is.',
        )
      return position
    },
  }
}
