import { DAY_SEC } from '../../../lib/clock.ts'
import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import { nothingSeen } from '../../../sources/model/observations.ts'
import type { ReaderKind } from '../../../sources/model/reader-kind.ts'
import {
  type ActiveTransaction,
  type ActivitySettings,
  activitySettings,
  countUsers,
  eventProblems,
  listCounted,
  readTransactions,
} from '../../../sources/readers/activity/activity.ts'
import { blockBefore } from '../../../sources/readers/parts/block-before.ts'
import { chains } from '../../registry/public.ts'
import { ALL_CHAINS, userWindows } from '../facts.ts'

/** Users and transactions of the 24 hours that end with the period. */
export const userWindowsReader: ReaderKind<ActivitySettings, ActiveTransaction[]> = {
  kind: 'user-windows',
  version: 1,
  levelsOnly: true,
  settings: activitySettings,
  check: eventProblems,
  methodology: ({ onlyDirect }) =>
    `Users are the distinct senders of successful transactions ${onlyDirect ? 'to' : 'that reached'} the protocol’s contracts in the last 24 hours and left one of their events; transactions are counted once each. New users and gas are not read.`,

  async extract(chain, settings, { atSec }) {
    const before = await blockBefore(chain, Math.max(atSec - DAY_SEC, settings.startSec))
    return readTransactions(chain, settings, before.number + 1)
  },

  transform(transactions, settings, { atSec }) {
    const { protocol, chain, onlyChain } = settings
    const counted = listCounted(transactions, settings)
    const window = { protocol, users: countUsers(counted), txs: counted.length, atSec }
    const places = onlyChain ? [chain, ALL_CHAINS] : [chain]
    return { ...nothingSeen(), userWindows: places.map((one) => ({ ...window, chain: one })) }
  },
}

export const observeUserWindows: ObservationWriter = (seen) => [
  {
    fact: userWindows,
    rows: seen.userWindows.map(({ chain, ...window }) => ({
      ...window,
      chain: chains.keyOf(chain),
      newUsers: null,
      gasUsd: null,
    })),
  },
]
