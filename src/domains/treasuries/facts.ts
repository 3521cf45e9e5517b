import { literal, sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, coinIdSql, knownChains } from '../registry/public.ts'

export const TREASURY_SUFFIX = '-treasury'
/** The section under which tokens stand that a holder issued itself (treasuries.md). */
export const OWN_TOKENS = 'OwnTokens'

/** Who holds: the treasury of a protocol, or an entity that has no protocol. */
export const treasuries = defineFact({
  name: 'treasuries',
  describe:
    'Holders of treasuries: protocols, whose names and links come from `protocols`, and entities such as funds and companies. What they hold is in `treasury_holdings`.',
  key: {
    id: t.text('<protocol id>-treasury for a protocol; a number or entity-<number> for an entity', {
      max: 200,
    }),
  },
  values: {
    protocol: orNull(
      t.text(
        'Id of the protocol, or parent#<slug> of the family, whose treasury it is; empty for an entity',
        { max: 200 },
      ),
    ),
    name: orNull(
      t.text('Name, needed for an entity; empty for a protocol: its name and (treasury)', {
        max: 200,
      }),
    ),
    ownTokens: t.texts(
      'Coin ids of the tokens it issued itself, besides the one that `protocols` gives: bridged forms, older versions',
    ),
    symbol: orNull(
      t.text('Symbol of its own token; empty for a protocol: the protocol’s', { max: 60 }),
    ),
    tokenCoin: orNull(
      t.text('Coin id of its own token; empty for a protocol: the protocol’s', { max: 300 }),
    ),
    category: orNull(t.word('Category, such as VC; empty for a protocol: Treasury')),
    url: orNull(t.text('Web site; empty for a protocol: the protocol’s')),
    description: orNull(t.text('What it is; empty for a protocol: the protocol’s')),
    logo: orNull(t.text('URL of its logo; empty for a protocol: the protocol’s')),
    socialHandle: orNull(t.text('Social handle; empty for a protocol: the protocol’s')),
    aggregatorId: orNull(
      t.text('Id of its token at the market-data aggregator; empty for a protocol: the protocol’s'),
    ),
    rankingSiteId: orNull(
      t.text('Id of its token at the ranking site; empty for a protocol: the protocol’s'),
    ),
    module: orNull(t.text('Path of the adapter that measures it, such as treasury/example.js')),
  },
  normalize: {
    tokenCoin: coinIdSql(sql`tokenCoin`),
    ownTokens: sql`arrayMap(coin -> ${coinIdSql(sql`coin`)}, ownTokens)`,
  },
  hold: [
    {
      reason: 'the id of a treasury is <protocol>-treasury',
      when: sql`protocol IS NOT NULL AND id != concat(protocol, ${literal(TREASURY_SUFFIX)})`,
    },
    {
      reason: 'a treasury needs its protocol',
      when: sql`protocol IS NULL AND endsWith(id, ${literal(TREASURY_SUFFIX)})`,
    },
    { reason: 'an entity needs a name', when: sql`protocol IS NULL AND name IS NULL` },
  ],
})

/** All rows of a holder and timestamp are one record: what is not among them is not held. */
export const treasuryHoldings = defineFact({
  name: 'treasury_holdings',
  describe:
    'What holders of treasuries hold: amounts per holder, chain and token. All rows of a holder and timestamp are one record: a token that is not among them is not held then. The newest record is valued at current prices. Changes are told by what the holder was worth before: give that as `tvl`, with the id of the holder as protocol and its own tokens under the section OwnTokens.',
  key: {
    holder: t.text('Id of the holder in `treasuries`', { max: 200 }),
    chain: t.word('Chain, by any of its names'),
    token: t.text('Coin id of the token', { max: 300 }),
  },
  time: 'atSec',
  values: { amount: t.float('Whole tokens', { min: 0 }) },
  normalize: { chain: chainKeySql(sql`chain`), token: coinIdSql(sql`token`) },
  known: { chain: knownChains() },
  // The common read is of a holder's newest record.
  order: ['holder', 'atSec', 'chain', 'token'],
})
