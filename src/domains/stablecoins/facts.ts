import { joinSql, literal, sql } from '../../lib/sql.ts'
import { orFalse, orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, coinIdSql, knownChains } from '../registry/public.ts'

const MECHANISMS = ['fiat-backed', 'crypto-backed', 'algorithmic'] as const

// More units than any currency has in circulation; such a figure was not divided by the token's
// decimals.
const TOO_MANY_UNITS = 1e15

const asset = t.word('Id of the stablecoin: its number in the fact stablecoins')
const units = (what: string) => t.float(`${what}, in whole tokens`, { min: 0 })

/** Stablecoins and what they are. Ids are numbers, because clients ask for them by number. */
export const stablecoins = defineFact({
  name: 'stablecoins',
  describe:
    'Stablecoins: what each is called, what it is pegged to and how, and which coin has its price.',
  key: { id: t.text('Number of the stablecoin as text, from 1 up', { max: 9 }) },
  values: {
    name: t.text('Display name', { max: 200 }),
    symbol: t.text('Symbol', { max: 60 }),
    pegType: t.word(
      'What it is pegged to: pegged and a currency, such as peggedUSD, peggedEUR, peggedREAL, peggedXAU; peggedVAR floats',
    ),
    pegMechanism: t.word(`How the peg is held: ${MECHANISMS.join(', ')}`),
    coin: orNull(
      t.text('Coin id whose price it has, in the fact prices; empty: aggregator:<aggregatorId>', {
        max: 300,
      }),
    ),
    aggregatorId: orNull(t.text('Id at the market-data aggregator', { max: 200 })),
    rankingSiteId: orNull(t.text('Id at the ranking site', { max: 200 })),
    priceSource: orNull(t.word('Where its price comes from')),
    address: orNull(t.text('Main contract, <chain>:<address>', { max: 300 })),
    url: orNull(t.text('Web site')),
    description: orNull(t.text('What it is')),
    mintRedeemDescription: orNull(t.text('How it is minted and redeemed')),
    auditLinks: t.texts('URLs of audits'),
    wiki: orNull(t.text('URL of a page about it')),
    socialHandle: orNull(t.text('Social handle')),
    yieldBearing: orFalse(t.bool('Pays its holders a yield')),
    delisted: orFalse(t.bool('No longer listed; its history stays')),
    deprecated: orFalse(t.bool('Given up by its issuer')),
    deadFromSec: orNull(t.int('When it ended, Unix seconds', { min: 0 })),
  },
  normalize: {
    pegType: sql`if(match(pegType, '^(?i)pegged[a-z]+$'), concat('pegged', upper(substring(pegType, 7))), pegType)`,
    pegMechanism: sql`lower(pegMechanism)`,
    coin: coinIdSql(sql`coin`),
  },
  hold: [
    { reason: 'id is not a whole number from 1 up', when: sql`NOT match(id, '^[1-9][0-9]{0,8}$')` },
    {
      reason: 'pegType is not pegged and a currency, such as peggedUSD',
      when: sql`NOT match(toString(pegType), '^pegged[A-Z]{3,8}$')`,
    },
    {
      reason: `pegMechanism is not one of ${MECHANISMS.join(', ')}`,
      when: sql`pegMechanism NOT IN (${joinSql(MECHANISMS.map((name) => sql`${literal(name)}`))})`,
    },
  ],
})

/** Minted and not yet released; with `stablecoin_bridged` it gives what circulates. */
export const stablecoinSupply = defineFact({
  name: 'stablecoin_supply',
  describe:
    'Supply of a stablecoin on a chain at a timestamp. The last report of a UTC day stands for the day.',
  key: { asset, chain: t.word('Chain, by any of its names') },
  time: 'atSec',
  values: {
    minted: units('Issued on this chain itself; 0 where it only comes over bridges'),
    unreleased: units('Of that, issued but held by the issuer and not released; 0 if none'),
  },
  normalize: { chain: chainKeySql(sql`chain`) },
  known: { chain: knownChains() },
  hold: [
    {
      reason: 'more than 10^15 tokens',
      when: sql`minted > ${TOO_MANY_UNITS} OR unreleased > ${TOO_MANY_UNITS}`,
    },
  ],
})

/** What came to a chain from another one: counted in here, and out of the chain it came from. */
export const stablecoinBridged = defineFact({
  name: 'stablecoin_bridged',
  describe:
    'Amount of a stablecoin that is on a chain because it was bridged in from another one. It counts as bridged out of that other chain. An amount stands until the next report; report 0 to end it.',
  key: {
    asset,
    chain: t.word('Chain it is on, by any of its names'),
    sourceChain: t.word('Chain it came from, by any of its names'),
  },
  time: 'atSec',
  values: { amount: units('Amount bridged in and still there') },
  normalize: { chain: chainKeySql(sql`chain`), sourceChain: chainKeySql(sql`sourceChain`) },
  known: { chain: knownChains(), sourceChain: knownChains() },
  hold: [
    { reason: 'more than 10^15 tokens', when: sql`amount > ${TOO_MANY_UNITS}` },
    { reason: 'chain and sourceChain are the same', when: sql`chain = sourceChain` },
  ],
})

/** Values a stablecoin without a price that day (stablecoins.md#value-in-dollars). */
export const fxRates = defineFact({
  name: 'fx_rates',
  describe:
    'Exchange rates of the currencies that stablecoins are pegged to. A rate stands for a week at most.',
  key: { currency: t.word('ISO 4217 code, such as EUR; XAU for an ounce of gold') },
  time: 'atSec',
  values: {
    usdPerUnit: t.float('US dollars for one unit of the currency', { min: 1e-9, max: 1e6 }),
  },
  normalize: { currency: sql`upper(currency)` },
})
