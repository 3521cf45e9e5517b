import { sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, knownChains } from '../registry/public.ts'

/** The chain of a window over all chains. */
export const ALL_CHAINS = 'all'

const count = (describe: string) => orNull(t.float(describe, { min: 0 }))

/** Windows end at any hour, so they are no days of `dimensions` (users.md#active-users). */
export const userWindows = defineFact({
  name: 'user_windows',
  describe:
    'What people did with a protocol in the 24 hours that end at a timestamp, per chain and over all chains.',
  key: {
    protocol: t.text('Id of the protocol', { max: 200 }),
    chain: t.word(
      'Chain, by any of its names; all for the figures over all chains, in which each person counts once',
    ),
  },
  time: 'atSec',
  values: {
    users: count('Distinct addresses that sent a transaction'),
    newUsers: count('Addresses seen for the first time'),
    txs: count('Transactions'),
    gasUsd: count('Gas paid, in US dollars'),
  },
  normalize: { chain: chainKeySql(sql`chain`, [[ALL_CHAINS, ALL_CHAINS]]) },
  known: { chain: knownChains([ALL_CHAINS]) },
})
