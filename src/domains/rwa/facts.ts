import { identifier, joinSql, literal, sql } from '../../lib/sql.ts'
import { orFalse, orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, coinIdSql, knownChains } from '../registry/public.ts'

const ACCESS_MODELS = [
  'Permissioned',
  'Permissionless',
  'Non-transferable',
  'Custodial Only',
  'Unknown',
] as const

// More units than any asset has; such a figure was not divided by the token's decimals.
const TOO_MANY_UNITS = 1e15

const asset = t.word('Id of the asset in the fact rwa_assets')
const chain = t.word('Chain, by any of its names')
const units = (what: string) => t.float(`${what}, in whole tokens`, { min: 0 })
const tooMany = (column: string) => ({
  reason: 'more than 10^15 tokens',
  when: sql`${identifier(column)} > ${TOO_MANY_UNITS}`,
})

/** Real world assets on chains, and what is known of each. */
export const rwaAssets = defineFact({
  name: 'rwa_assets',
  describe:
    'Tokenized real world assets: what each is, who issues it, and which coin or stablecoin has its price.',
  key: { id: t.text('Id of the asset, such as harbor-bill-fund', { max: 200 }) },
  values: {
    canonicalMarketId: orNull(
      t.text('Id of its market, such as harbor/hbf; one asset for each', { max: 200 }),
    ),
    ticker: t.text('Symbol', { max: 60 }),
    assetName: orNull(t.text('Display name', { max: 200 })),
    assetGroup: orNull(t.word('Group it is shown in, such as Treasuries')),
    primaryChain: orNull(t.word('Main chain, by any of its names')),
    category: t.texts('Categories; the first is the one it is counted in'),
    assetClass: t.texts('Classes, such as Fixed Income'),
    type: orNull(
      t.word(
        'Asset, Wrapper or another word; a Wrapper holds another asset and counts only in the totals of platforms',
      ),
    ),
    rwaClassification: orNull(t.word('What kind of claim it is, such as Tokenized Asset')),
    accessModel: orNull(t.word(`Who may hold it: ${ACCESS_MODELS.join(', ')}`)),
    issuer: orNull(t.text('Who issues it', { max: 200 })),
    parentPlatform: orNull(t.text('Platform it belongs to', { max: 200 })),
    stablecoin: orFalse(t.bool('It is a stablecoin')),
    governance: orFalse(t.bool('It is a governance token')),
    activeMcapData: orFalse(
      t.bool('The holdings in rwa_excluded are complete enough for an active market cap'),
    ),
    coin: orNull(
      t.text('Coin id whose price it has, in the fact prices; empty: aggregator:<aggregatorId>', {
        max: 300,
      }),
    ),
    stablecoinId: orNull(
      t.text(
        'Number in the fact stablecoins: supply and price then come from there, not from rwa_supply',
        { max: 9 },
      ),
    ),
    issuerProtocols: t.texts(
      'Ids of the issuer’s own protocols or parents, in the fact protocols; what lies there is not in DeFi',
    ),
    aggregatorId: orNull(t.text('Id at the market-data aggregator', { max: 200 })),
    logo: orNull(t.text('URL of its logo')),
    website: t.texts('Web sites'),
    socialHandle: t.texts('Social handles'),
    isin: orNull(t.text('ISIN', { max: 60 })),
    issuerSourceLink: t.texts('URLs where the issuer describes it'),
    issuerRegistryInfo: t.texts('Entries of the issuer in registers'),
    attestationLinks: t.texts('URLs of attestations'),
    descriptionNotes: t.texts('What it is, a note each'),
    attestations: orNull(t.bool('There are attestations of what backs it')),
    redeemable: orNull(t.bool('It can be redeemed')),
    cexListed: orNull(t.bool('It is listed on a centralized exchange')),
    kycForMintRedeem: orNull(t.bool('Minting and redeeming need an identity check')),
    kycAllowlistedWhitelistedToTransferHold: orNull(
      t.bool('Holding and transferring need an identity check'),
    ),
    transferable: orNull(t.bool('It can be transferred')),
    selfCustody: orNull(t.bool('Holders can keep it themselves')),
    delisted: orNull(t.bool('Its issuer no longer offers it; what circulates still counts')),
    contracts: t.texts('Contracts, <chain>:<address> each'),
  },
  normalize: { primaryChain: chainKeySql(sql`primaryChain`), coin: coinIdSql(sql`coin`) },
  known: { primaryChain: knownChains() },
  hold: [
    {
      reason: `accessModel is not one of ${ACCESS_MODELS.join(', ')}`,
      when: sql`accessModel NOT IN (${joinSql(ACCESS_MODELS.map((name) => sql`${literal(name)}`))})`,
    },
    {
      reason: 'stablecoinId is not a whole number from 1 up',
      when: sql`NOT match(stablecoinId, '^[1-9][0-9]{0,8}$')`,
    },
  ],
})

/** With the price this gives the on-chain market cap (rwa.md). */
export const rwaSupply = defineFact({
  name: 'rwa_supply',
  describe:
    'Supply of a real world asset on a chain at a timestamp. The last report of a UTC day stands for the day; report 0 to end it.',
  key: { asset, chain },
  time: 'atSec',
  values: { supply: units('Tokens that exist on this chain') },
  normalize: { chain: chainKeySql(sql`chain`) },
  known: { chain: knownChains() },
  hold: [tooMany('supply')],
})

/** What is taken off the supply for the active market cap (rwa.md). */
export const rwaExcluded = defineFact({
  name: 'rwa_excluded',
  describe:
    'Tokens of a real world asset that do not count as active: holdings of the issuer and its treasury, and of burn addresses. An amount stands until the next report of this holder; report 0 to end it.',
  key: { asset, chain, holder: t.text('Address of the holder', { max: 200 }) },
  time: 'atSec',
  values: { amount: units('Tokens held there') },
  // The same hexadecimal address in two spellings would be taken off twice.
  normalize: {
    chain: chainKeySql(sql`chain`),
    holder: sql`if(startsWith(lower(holder), '0x'), lower(holder), holder)`,
  },
  known: { chain: knownChains() },
  hold: [tooMany('amount')],
})

/** What of an asset is in protocols (rwa.md). */
export const rwaPositions = defineFact({
  name: 'rwa_positions',
  describe:
    'Tokens of a real world asset that lie in a protocol at a timestamp. The last report of a UTC day stands for the day; report 0 to end it.',
  key: { asset, chain, protocol: t.word('Id of the protocol in the fact protocols') },
  time: 'atSec',
  values: { amount: units('Tokens in the protocol') },
  normalize: { chain: chainKeySql(sql`chain`) },
  known: { chain: knownChains() },
  hold: [tooMany('amount')],
})
