import Type, { type Static } from 'typebox'
import type { Address, Hex } from 'viem'
import { boolean, string } from '../../../http/described.ts'
import { shape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import type { Log } from '../../../sources/chain/chain.ts'
import { nothingSeen, type SeenTransfer } from '../../../sources/model/observations.ts'
import type { ReaderKind } from '../../../sources/model/reader-kind.ts'
import { requireCode } from '../../../sources/readers/parts/contract-code.ts'
import { readLogs } from '../../../sources/readers/parts/contract-logs.ts'
import {
  eventFrom,
  findEventProblem,
  isWanted,
  valueAt,
} from '../../../sources/readers/parts/event-arguments.ts'
import { address, addresses, numberProblems } from '../../../sources/readers/parts/settings.ts'
import {
  coinOf,
  lower,
  NATIVE_ADDRESS,
  readTokens,
  seenNative,
  seenTokens,
  type TokenFacts,
} from '../../../sources/readers/parts/tokens.ts'

const argument = Type.String({
  minLength: 1,
  description: 'the name of an argument of the event; a.b is the part b of the argument a',
})

const ofArgument = shape({ arg: argument })
const ofAddress = shape({ is: address })

const place = Type.Union([
  Type.Literal('contract'),
  Type.Literal('sender'),
  Type.Literal('receiver'),
])
/** Where a value comes from: the event, its contract, its transaction, or the settings. */
const party = Type.Union([ofArgument, ofAddress, shape({ the: place })], {
  description:
    '{ "arg": … }, { "is": an address }, or { "the": "contract", "sender" or "receiver" of the transaction }',
})

const token = Type.Union([ofArgument, ofAddress, shape({ the: Type.Literal('contract') })], {
  description:
    '{ "arg": … }, { "is": an address } or { "the": "contract" }; the zero address is the coin of the chain',
})

const sourceChain = Type.Union(
  [
    shape({ is: Type.String({ minLength: 1 }) }),
    shape({ arg: argument, chains: Type.Record(Type.String(), Type.String()) }),
  ],
  { description: '{ "is": a chain }, or { "arg": …, "chains": { value: chain } }' },
)

const condition = shape(
  {
    arg: argument,
    is: Type.Optional(Type.Array(Type.String())),
    isNot: Type.Optional(Type.Array(Type.String())),
  },
  { description: 'only events whose argument is, or is not, one of the values' },
)

const eventRule = shape(
  {
    contracts: addresses,
    event: string(
      'the event, such as "event Locked(address indexed from, address token, uint256 amount)"',
    ),
    isDeposit: boolean(
      'true when tokens go into the bridge on this chain, false when they come out',
    ),
    from: party,
    to: party,
    token,
    amount: argument,
    sourceChain: Type.Optional(sourceChain),
    where: Type.Optional(Type.Array(condition)),
  },
  { description: 'an event of the bridge and what its arguments mean' },
)

const settings = Type.Object({
  events: Type.Array(eventRule, { minItems: 1, description: 'a list of events, at least one' }),
})
type Settings = Static<typeof settings>
type EventRule = Settings['events'][number]

interface Payload {
  /** In the order of the settings. */
  logs: Log[][]
  parties: Map<Hex, { from: Address; to: Address | null }>
  tokens: TokenFacts[]
}

/** Transfers over bridges that lock and mint, or burn and release, from their events. */
export const bridgeEvents: ReaderKind<Settings, Payload> = {
  kind: 'bridge-events',
  version: 1,
  settings,
  check(settings) {
    const problems = settings.events.flatMap((rule, index) => {
      const problem = findEventProblem(rule.event, namesIn(rule))
      return problem === undefined ? [] : [{ path: ['events', index, 'event'], problem }]
    })
    return [...numberProblems(settings, 'bridge'), ...problems]
  },
  methodology: () =>
    'Every event by which tokens enter the bridge on this chain (locked or burnt) or leave it (released or minted), with the exact amount.',

  async extract(chain, { events }, { fromBlock }) {
    const parsed = events.map((rule) => ({ rule, abi: eventFrom(rule.event) }))
    const range = { fromBlock: fromBlock + 1, toBlock: chain.block.number }
    const found = await Promise.all(
      parsed.map(({ rule, abi }) =>
        readLogs(chain, { addresses: rule.contracts, events: [abi], ...range }),
      ),
    )
    const quiet = events.filter((_, index) => at(found, index).length === 0)
    await requireCode(chain, [...new Set(quiet.flatMap(({ contracts }) => contracts))], 'bridge')
    const logs = found.map((all, index) => {
      const { where = [] } = at(events, index)
      return all.filter(({ args }) => isWanted(args, where))
    })
    const hashes = [
      ...new Set(
        logs.flatMap((all, index) =>
          needsTransaction(at(events, index)) ? all.map(({ txHash }) => txHash) : [],
        ),
      ),
    ]
    const moved = new Set(
      logs.flatMap((all, index) => all.map((log) => tokenOf(log, at(events, index)))),
    )
    moved.delete(NATIVE_ADDRESS)
    const [transactions, tokens] = await Promise.all([
      hashes.length === 0 ? [] : chain.transactions(hashes),
      readTokens(chain, [...moved]),
    ])
    const parties = new Map(hashes.map((hash, index) => [hash, at(transactions, index)]))
    return { logs, parties, tokens }
  },

  transform({ logs, parties, tokens }, instance) {
    const { protocol, chain, events } = instance
    const transfers = events.flatMap((rule, index) =>
      at(logs, index).flatMap((log): SeenTransfer[] => {
        const raw = BigInt(valueAt(log.args, rule.amount))
        if (raw <= 0n) return []
        const partyOf = (source: EventRule['from']) =>
          valueOfParty(source, log, parties.get(log.txHash))
        return [
          {
            bridge: Number(protocol),
            chain,
            txHash: log.txHash,
            logIndex: log.logIndex,
            block: log.block,
            from: partyOf(rule.from),
            to: partyOf(rule.to),
            amount: { coin: coinOf(chain, tokenOf(log, rule)), raw },
            isDeposit: rule.isDeposit,
            sourceChain: sourceOf(log, rule.sourceChain),
            atSec: log.timestampSec,
          },
        ]
      }),
    )
    const hasNative = transfers.some(({ amount }) => amount.coin === coinOf(chain, NATIVE_ADDRESS))
    return {
      ...nothingSeen(),
      transfers,
      tokens: [...seenTokens(chain, tokens), ...(hasNative ? seenNative(instance) : [])],
    }
  },
}

function namesIn({ from, to, token, amount, sourceChain, where = [] }: EventRule): string[] {
  const named = [from, to, token, sourceChain].flatMap((source) =>
    source !== undefined && 'arg' in source ? [source.arg] : [],
  )
  return [...named, amount, ...where.map(({ arg }) => arg)]
}

function needsTransaction({ from, to }: EventRule): boolean {
  return [from, to].some((source) => 'the' in source && source.the !== 'contract')
}

function tokenOf(log: Log, rule: EventRule): Address {
  if ('the' in rule.token) return lower(log.address)
  return lower('is' in rule.token ? rule.token.is : valueAt(log.args, rule.token.arg))
}

function valueOfParty(
  source: EventRule['from'],
  log: Log,
  transaction: { from: Address; to: Address | null } | undefined,
): string {
  if ('arg' in source) return valueAt(log.args, source.arg).toLowerCase()
  if ('is' in source) return lower(source.is)
  if (source.the === 'contract') return lower(log.address)
  return lower((source.the === 'sender' ? transaction?.from : transaction?.to) ?? log.address)
}

function sourceOf(log: Log, source: EventRule['sourceChain']): string | null {
  if (source === undefined) return null
  return 'is' in source ? source.is : (source.chains[valueAt(log.args, source.arg)] ?? null)
}
