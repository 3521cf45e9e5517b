import Type, { type Static } from 'typebox'
import type { Address, Hex } from 'viem'
import { at } from '../../../lib/at.ts'
import { dayStart } from '../../../lib/clock.ts'
import type { ChainReader } from '../../chain/chain.ts'
import { type Flow, nothingSeen } from '../../model/observations.ts'
import type { ReaderKind, SettingsProblem } from '../../model/reader-kind.ts'
import { blockBefore } from '../parts/block-before.ts'
import { requireCode } from '../parts/contract-code.ts'
import { readLogs } from '../parts/contract-logs.ts'
import { eventFrom, findEventProblem } from '../parts/event-arguments.ts'
import { addresses, flag, oneOrMore } from '../parts/settings.ts'
import { lower } from '../parts/tokens.ts'

/** What shows that a protocol was used; of all kinds that count its users. */
export const activitySettings = Type.Object({
  contracts: addresses,
  events: oneOrMore(
    Type.String(),
    'the events that show that it was used, such as "event Deposit(address indexed user, uint256 amount)"',
  ),
  onlyDirect: flag('true: only transactions that were sent to the contracts themselves'),
  onlyChain: flag('true: it is on no other chain, so that its users here are all its users'),
})
export type ActivitySettings = Static<typeof activitySettings>

/** A transaction that left one of the events. */
export interface ActiveTransaction {
  block: number
  from: Address
  to: Address | null
  ok: boolean
}

export function eventProblems({ events }: Pick<ActivitySettings, 'events'>): SettingsProblem[] {
  return events.flatMap((text, index) => {
    const problem = findEventProblem(text)
    return problem === undefined ? [] : [{ path: ['events', index], problem }]
  })
}

/** Transactions from a block on up to the reader's own, each once. */
export async function readTransactions(
  chain: ChainReader,
  { contracts, events }: Pick<ActivitySettings, 'contracts' | 'events'>,
  fromBlock: number,
): Promise<ActiveTransaction[]> {
  const logs = await readLogs(chain, {
    addresses: contracts,
    events: events.map(eventFrom),
    fromBlock,
    toBlock: chain.block.number,
  })
  if (logs.length === 0) await requireCode(chain, contracts, 'contract')
  const blockOf = new Map<Hex, number>(logs.map(({ txHash, block }) => [txHash, block]))
  const found = blockOf.size === 0 ? [] : await chain.transactions([...blockOf.keys()])
  return [...blockOf.values()].map((block, index) => ({ block, ...at(found, index) }))
}

/** Transactions that succeeded, and if so wished were sent to the contracts themselves. */
export function listCounted(
  transactions: readonly ActiveTransaction[],
  { contracts, onlyDirect }: ActivitySettings,
): ActiveTransaction[] {
  const own = new Set(contracts.map(lower))
  return transactions.filter(
    ({ to, ok }) => ok && (!onlyDirect || (to !== null && own.has(lower(to)))),
  )
}

export function countUsers(transactions: readonly ActiveTransaction[]): number {
  return new Set(transactions.map(({ from }) => lower(from))).size
}

/** Users and transactions. Users are those of the day so far: hourly counts do not add up. */
export const chainActivity: ReaderKind<ActivitySettings, ActiveTransaction[]> = {
  kind: 'chain-activity',
  version: 1,
  settings: activitySettings,
  check: eventProblems,
  methodology: ({ onlyDirect }) =>
    `Users are the distinct senders of successful transactions ${onlyDirect ? 'to' : 'that reached'} the protocol’s contracts and left one of their events; transactions are counted once each.`,

  async extract(chain, settings, { fromSec, fromBlock }) {
    const day = dayStart(fromSec)
    const before = day === fromSec ? fromBlock : (await blockBefore(chain, day)).number
    return readTransactions(chain, settings, before + 1)
  },

  transform(transactions, settings, { fromSec, fromBlock }) {
    const { protocol, chain, version = '', onlyChain } = settings
    const counted = listCounted(transactions, settings)
    const users = countUsers(counted)
    const inRange = counted.filter(({ block }) => block > fromBlock).length
    const flow = (dataType: string, on: string, count: number): Flow => ({
      ...{ protocol, metric: 'active-users', dataType, version, chain: on, label: '' },
      ...{ amount: { count }, atSec: fromSec },
    })
    const flows = [
      flow('dailyActiveUsers', chain, users),
      ...(onlyChain ? [flow('dailyActiveUsers', 'all', users)] : []),
      flow('dailyTransactionCount', chain, inRange),
    ]
    return { ...nothingSeen(), flows }
  },
}
