import { dayStart } from '../../../lib/clock.ts'
import { type Flow, nothingSeen } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import { blockBefore } from '../parts/block-before.ts'
import {
  type ActiveTransaction,
  type ActivitySettings,
  activitySettings,
  countUsers,
  eventProblems,
  listCounted,
  readTransactions,
} from './activity.ts'

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
