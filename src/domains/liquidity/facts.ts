import { sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { coinIdSql } from '../registry/public.ts'

// Nothing of this size exists; such a row is kept for inspection and never served.
const TOO_LARGE_USD = 300e9

const amount = (describe: string) => orNull(t.float(describe, { min: 0 }))

/** One row is one pool of a token on one day; of several rows of a day the last counts. */
export const liquidity = defineFact({
  name: 'liquidity',
  describe:
    'Liquidity of tokens, one row per token, pool and day: what lies in the pool, its volume, and how large a trade moves the price. A pool of two tokens is two rows, one for each.',
  key: {
    token: t.text('Coin id of the token', { max: 300 }),
    pool: t.text('Id of the pool or order book, such as its address; the same every day', {
      max: 300,
    }),
  },
  time: 'atSec',
  values: {
    liquidityTokens: amount('How many of the token lie in the pool, in whole tokens'),
    liquidityUsd: t.float('Value of everything in the pool, both sides, in US dollars', { min: 0 }),
    volumeUsd: amount('Volume of the pool in the 24 hours before, in US dollars'),
    depth1PctUsd: amount(
      'Size in US dollars of the trade that moves the token’s price in this pool by 1 %',
    ),
    depth2PctUsd: amount('The same for 2 %; not less than for 1 %'),
  },
  normalize: { token: coinIdSql(sql`token`) },
  hold: [
    {
      reason: 'more than 300 bn USD',
      when: sql`liquidityUsd > ${TOO_LARGE_USD} OR volumeUsd > ${TOO_LARGE_USD}`,
    },
    {
      reason: 'moving the price by 2 % takes less than moving it by 1 %',
      when: sql`depth2PctUsd < depth1PctUsd`,
    },
  ],
})
