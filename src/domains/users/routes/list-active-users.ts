import { described, integer, number, string } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'
import { chains, protocols, registryState } from '../../registry/public.ts'
import { activeEntry } from '../derive/active-entry.ts'
import { ALL_CHAINS, userWindows } from '../facts.ts'
import { readNewestWindows } from '../read.ts'

const figure = namedShape('ActiveUserFigure', {
  value: nullable(number('The figure')),
  end: integer('End of the 24 hours, Unix seconds'),
})
const part = shape({
  users: nullable(number('Active addresses')),
  txs: nullable(number('Transactions')),
})
const FIVE_MINUTES_SEC = 300

export const listActiveUsers = defineRoute({
  id: 'users.listActiveUsers',
  summary: 'People who used each protocol in the last 24 hours',
  describe:
    'Keyed by slug. Windows that ended more than eight hours ago are left out. People over all chains are counted once, so they are not the sum of the chains; `null` where they were not counted so.',
  paths: { pro: '/api/activeUsers' },
  response: mapOf(
    shape({
      name: string('Display name of the protocol'),
      users: described(figure, 'Active addresses'),
      txs: described(figure, 'Transactions'),
      gasUsd: described(figure, 'Gas paid, in US dollars'),
      newUsers: described(figure, 'Addresses seen for the first time'),
      chainBreakdown: mapOf(part, 'By chain'),
    }),
    'By slug',
  ),
  example: {
    'example-swap': {
      name: 'Example Swap',
      users: { value: 1_300, end: 1_760_054_400 },
      txs: { value: 4_100, end: 1_760_054_400 },
      gasUsd: { value: 2_050.5, end: 1_760_054_400 },
      newUsers: { value: 90, end: 1_760_054_400 },
      chainBreakdown: { Ethereum: { users: 1_000, txs: 3_000 }, Base: { users: 450, txs: 1_100 } },
    },
  },
  table: '{protocolId}',
  reads: [protocols, userWindows],
  nowStepSec: FIVE_MINUTES_SEC,
  handler: async (_, { snapshot, states, nowSec }) => {
    const registry = await states.get(registryState, snapshot)
    const windows = await readNewestWindows(snapshot, nowSec)
    const byProtocol = Map.groupBy(windows, ({ protocol }) => protocol)
    const entries = [...byProtocol].flatMap(([id, rows]) => {
      const protocol = registry.byId(id)
      const entry = activeEntry(rows, nowSec, ALL_CHAINS)
      if (protocol === undefined || entry === undefined) return []
      const chainBreakdown = Object.fromEntries(
        [...entry.chainBreakdown].map(([chain, known]) => [chains.nameOf(chain), known]),
      )
      return [[protocol.slug, { name: protocol.name, ...entry, chainBreakdown }] as const]
    })
    return Object.fromEntries(entries)
  },
})
