import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Members,
  readBool,
  readList,
  readMembers,
  readText,
  requireNumber,
  requireSec,
  requireText,
  UnknownShape,
} from '../../../sources/mirror/read-value.ts'
import {
  type Call,
  type Mirrored,
  type ResponseContext,
  type ResponseReader,
  readItems,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { bridgeRecord, transactionRecord } from '../records.ts'

const TRANSACTIONS = 'bridges.listTransactions'
// As long as the longest window of the figures.
const DAYS = 30
const MAX_TRANSACTIONS = 6_000

/** `/bridges`: what they are, and which of them moved something. */
const listBridges: ResponseReader = {
  operation: 'bridges.list',
  calls: 'once',
  carries: [{ fact: bridges, refill: 'whole', note: '' }],
  details: (body, context) =>
    readItems(bridgesOf(body), 'bridges', context, readMembers).flatMap((item) =>
      daysOf(item, dayStart(context.atSec)),
    ),
  rows: (body, context) => {
    const rows = readObjects(bridgesOf(body), 'bridges', context, (item, member) => {
      const displayName = readText(item.displayName, `${member}.displayName`) ?? item.name
      return {
        ...bridgeRecord.row({ ...item, displayName }, member),
        slug: readText(item.slug, `${member}.slug`),
        // Some services write false where there is none.
        destinationChain:
          item.destinationChain === false
            ? null
            : readText(item.destinationChain, `${member}.destinationChain`),
      }
    })
    return [rowsOf(bridges, rows)]
  },
}

function bridgesOf(body: unknown): readonly unknown[] {
  return readList(readMembers(body, 'body').bridges, 'bridges')
}

/** A call for each of the last days. The list says whether something was added to the newest. */
function daysOf(item: Members, todaySec: number): Call[] {
  const id = readText(item.id, 'bridges[].id')
  if (id === null) return []
  const mark = stableId(JSON.stringify(item))
  return Array.from({ length: DAYS + 1 }, (_, index) => {
    const fromSec = todaySec - index * DAY_SEC
    return transactionsCall(id, fromSec, fromSec + DAY_SEC - 1, index < 2 ? mark : 'past day')
  })
}

function transactionsCall(id: string, fromSec: number, toSec: number, mark: string): Call {
  const query = { starttimestamp: String(fromSec), endtimestamp: String(toSec) }
  return {
    operation: TRANSACTIONS,
    params: { id },
    query: { ...query, limit: String(MAX_TRANSACTIONS) },
    mark,
  }
}

/** `/transactions/{id}`: the transfers of a day, or of a part of it where there are many. */
const listTransactions: ResponseReader = {
  operation: TRANSACTIONS,
  calls: 'listed',
  carries: [
    {
      fact: bridgeTransfers,
      refill: 'whole',
      note: 'The last 30 days: older ones are too many calls. Places within a transaction are counted anew; what a chain undid stays.',
    },
  ],
  details: (body, context) => {
    const { call } = context
    const [fromSec, toSec] = rangeOf(context)
    if (!isCutOff(body) || fromSec >= toSec) return []
    const middleSec = Math.floor((fromSec + toSec) / 2)
    const id = requireText(call.params.id, 'id')
    return [
      transactionsCall(id, fromSec, middleSec, call.mark),
      transactionsCall(id, middleSec + 1, toSec, call.mark),
    ]
  },
  rows: (body, context) => {
    // A transaction may be cut in two; the halves of the range tell it whole.
    if (isCutOff(body)) return []
    const bridge = requireNumber(context.call.params.id, 'id')
    const transfers = readItems(transactionsOf(body), 'transactions', context, (item, member) =>
      transferOf(readMembers(item, member), member),
    )
    // Newest first, so the last of a transaction is its first event.
    const transactions = Map.groupBy(
      transfers.toReversed(),
      ({ chain, txHash }) => `${chain} ${txHash}`,
    )
    const rows = [...transactions.values()].flatMap((events) =>
      events.map((event, logIndex) => ({ ...event, bridge, logIndex })),
    )
    return [rowsOf(bridgeTransfers, rows)]
  },
}

function rangeOf({ call: { query = {} } }: ResponseContext): [number, number] {
  return [
    requireSec(query.starttimestamp, 'starttimestamp'),
    requireSec(query.endtimestamp, 'endtimestamp'),
  ]
}

/** A list on the pro root, a member of the bridge on the other. */
function transactionsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  return readList(readMembers(body, 'body').transactions, 'transactions')
}

function isCutOff(body: unknown): boolean {
  return transactionsOf(body).length >= MAX_TRANSACTIONS
}

function transferOf(item: Members, member: string) {
  const text = (name: string) => readText(item[name], `${member}.${name}`)
  const chain = requireText(item.chain, `${member}.chain`)
  const sourceChain = text('sourceChain')
  const isDeposit = readBool(item.is_deposit, `${member}.is_deposit`)
  if (isDeposit === null && sourceChain === null)
    throw new UnknownShape(`${member}.is_deposit`, 'is missing')
  const said = {
    ...item,
    coin: text('coin') ?? item.token,
    // Money that comes from the chain itself went into the bridge there.
    is_deposit: isDeposit ?? sourceChain === chain,
  }
  return {
    ...transactionRecord.row(said, member),
    chain,
    atSec: requireSec(item.ts, `${member}.ts`),
    sourceChain,
    isUndone: null,
  }
}

export const bridgeMirror: Mirrored = { responses: [listBridges, listTransactions] }
