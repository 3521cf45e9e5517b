import { joinSql, literal, sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, knownChains } from '../registry/public.ts'

/** What an oracle may be; the first two secure value (attribution.md#categories-forks-oracles). */
export const ORACLE_TYPES = [
  'Primary',
  'Aggregator',
  'Secondary',
  'Fallback',
  'RNG',
  'Reference',
  'PoR',
] as const
/** Written instead of a chain: on every chain of the protocol. */
export const ALL_CHAINS = 'all'

const list = (words: readonly string[]) =>
  sql`[${joinSql(words.map((word) => sql`${literal(word)}`))}]`

/** A link holds from `atSec` until `untilSec`; `untilSec` = `atSec` takes one back. */
export const oracleLinks = defineFact({
  name: 'oracle_links',
  describe:
    'Which oracle a protocol uses: as what, on which chain, and from when (atSec; 0 when it always did) until when. To end a link or to take it back, give the same row with untilSec; untilSec = atSec means never.',
  key: {
    protocol: t.text('Id of the protocol; the id of a parent stands for all its children', {
      max: 200,
    }),
    oracle: t.text('Name of the oracle, always in the same spelling', { max: 200 }),
    type: t.word(
      `One of ${ORACLE_TYPES.join(', ')}. Primary and Aggregator secure value, the others do not`,
    ),
    chain: t.word(`Chain, by any of its names, or ${ALL_CHAINS}`),
  },
  time: 'atSec',
  values: {
    untilSec: orNull(
      t.int('When it no longer holds, Unix seconds; empty while it does', { min: 0 }),
    ),
    proofs: t.texts('URLs that show it'),
  },
  normalize: {
    oracle: sql`trimBoth(oracle)`,
    type: sql`transform(lower(type), ${list(ORACLE_TYPES.map((type) => type.toLowerCase()))}, ${list(ORACLE_TYPES)}, toString(type))`,
    chain: chainKeySql(sql`chain`, [[ALL_CHAINS, ALL_CHAINS]]),
  },
  known: { chain: knownChains([ALL_CHAINS]) },
  hold: [
    {
      reason: `type is none of ${ORACLE_TYPES.join(', ')}`,
      when: sql`type NOT IN (${joinSql(ORACLE_TYPES.map((type) => sql`${literal(type)}`))})`,
    },
    { reason: 'untilSec is before atSec', when: sql`untilSec < atSec` },
  ],
})

export const forkLinks = defineFact({
  name: 'fork_links',
  describe:
    'Which protocol was made from the code of which other one, directly. A protocol may have several originals.',
  key: {
    protocol: t.text('Id of the fork; the id of a parent stands for all its children', {
      max: 200,
    }),
    original: t.text('Id of the protocol or parent whose code it took', { max: 200 }),
  },
  values: {
    withdrawn: orNull(t.bool('true takes the link back; empty or false: it stands')),
    proofs: t.texts('URLs that show it'),
  },
  hold: [{ reason: 'a protocol is no fork of itself', when: sql`protocol = original` }],
})
