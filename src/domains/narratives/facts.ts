import narratives from '../../../data/narratives.json' with { type: 'json' }
import { LATEST_UNIX_SEC } from '../../lib/clock.ts'
import { joinSql, literal, sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { prices } from '../coins/public.ts'

/** The categories, as they are served and in that order. */
export const CATEGORIES: readonly string[] = narratives

const quoted = (texts: readonly string[]) => joinSql(texts.map((text) => sql`${literal(text)}`))
const NAMES = quoted(CATEGORIES)
const LOWER_NAMES = quoted(CATEGORIES.map((name) => name.toLowerCase()))

export const narrativeMembers = defineFact({
  name: 'narrative_members',
  describe:
    'Coins of each narrative category. A coin may be in several. To take one out for good, give it again with a toSec that is not after its fromSec.',
  key: {
    category: t.word(`Category, any case: ${CATEGORIES.join(', ')}`),
    coin: t.text('Coin id: <chain>:<address> or <source>:<id>; its prices and supplies weigh it', {
      max: 300,
    }),
  },
  values: {
    fromSec: orNull(
      t.int('It counts from this UTC day on, Unix seconds; empty: always', {
        min: 0,
        max: LATEST_UNIX_SEC,
      }),
    ),
    toSec: orNull(
      t.int('It counts until this time, Unix seconds; empty: to this day', {
        min: 0,
        max: LATEST_UNIX_SEC,
      }),
    ),
  },
  normalize: {
    // Coins are spelled as in the prices that they are looked up in.
    ...prices.normalize,
    category: sql`transform(lower(trimBoth(category)), [${LOWER_NAMES}], [${NAMES}], category)`,
  },
  hold: [
    {
      reason: `not one of the ${CATEGORIES.length} categories`,
      when: sql`category NOT IN (${NAMES})`,
    },
  ],
})
