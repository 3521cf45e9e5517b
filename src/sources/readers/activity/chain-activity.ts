import Type, { type Static } from 'typebox'
import type { AbiEvent, Address, Hex } from 'viem'
import { at } from '../../../lib/at.ts'
import { dayStart } from '../../../lib/clock.ts'
import { type Flow, nothingSeen } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import { blockBefore } from '../parts/block-before.ts'
import { requireCode } from '../parts/contract-code.ts'
import { readLogs } from '../parts/contract-logs.ts'
import { eventFrom, findEventProblem } from '../parts/event-arguments.ts'
import { addresses } from '../parts/settings.ts'
import { lower } from '../parts/tokens.ts'

const settings = Type.Object({
  contracts: addresses,
  events: Type.Array(Type.String(), {
    minItems: 1,
    description:
      'the events that show that it was used, such as "event Deposit(address indexed user, uint256 amount)"',
  }),
  onlyDirect: Type.Optional(
    Type.Boolean({
      description: 'true: only transactions that were sent to the contracts themselves',
    }),
  ),
  onlyChain: Type.Optional(
    Type.Boolean({
      description: 'true: it is on no other chain, so that its users here are all its users',
    }),
  ),
})
type Settings = Static<typeof settings>

interface Payload {
  /** Transactions since the beginning of the day, each once. */
  transactions: { block: number; from: Address; to: Address | null; ok: boolean }[]
}

/** Users and transactions. Users are those of the day so far: hourly counts do not add up. */
export const chainActivity: ReaderKind<Settings, Payload> = {
  kind: 'chain-activity',
  version: 1,
  settings,
  check: ({ events }) =>
    events.flatMap((text, index) => {
      const problem = findEventProblem(text)
      return problem === undefined ? [] : [{ path: ['events', index], problem }]
    }),
  methodology: ({ onlyDirect }) =>
    `Users are the distinct senders of successful transactions ${onlyDirect ? 'to' : 'that reached'} the protocol’s contracts and left one of their events; transactions are counted once each.`,

  async extract(chain, { contracts, events }, { fromSec, fromBlock }) {
    const day = dayStart(fromSec)
    const before = day === fromSec ? fromBlock : (await blockBefore(chain, day)).number
    const abis: AbiEvent[] = events.map(eventFrom)
    const logs = await readLogs(chain, {
      addresses: contracts,
      events: abis,
      fromBlock: before + 1,
      toBlock: chain.block.number,
    })
    if (logs.length === 0) await requireCode(chain, contracts, 'contract')
    const blockOf = new Map<Hex, number>(logs.map(({ txHash, block }) => [txHash, block]))
    const found = blockOf.size === 0 ? [] : await chain.transactions([...blockOf.keys()])
    return {
      transactions: [...blockOf.values()].map((block, index) => ({ block, ...at(found, index) })),
    }
  },

  transform(
    { transactions },
    { protocol, chain, version = '', contracts, onlyDirect, onlyChain },
    { fromSec, fromBlock },
  ) {
    const own = new Set(contracts.map(lower))
    const counted = transactions.filter(
      ({ to, ok }) => ok && (!onlyDirect || (to !== null && own.has(lower(to)))),
    )
    const users = new Set(counted.map(({ from }) => lower(from))).size
    const inRange = counted.filter(({ block }) => block > fromBlock).length
    const flow = (dataType: string, on: string, count: number): Flow => ({
      protocol,
      metric: 'active-users',
      dataType,
      version,
      chain: on,
      label: '',
      amount: { count },
      atSec: fromSec,
    })
    const everywhere = onlyChain ? [flow('dailyActiveUsers', 'all', users)] : []
    return {
      ...nothingSeen(),
      flows: [
        flow('dailyActiveUsers', chain, users),
        ...everywhere,
        flow('dailyTransactionCount', chain, inRange),
      ],
    }
  },
}
