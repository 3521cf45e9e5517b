import { type Column, column, EXTRA, MAIN, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { by } from '../../page/list-filters.ts'
import { type ListView, viewOf } from '../../page/list-page.tsx'
import { ViewSegments } from '../../page/view-fields.tsx'
import { type Asset, figureOf, hasGovernance, hasStablecoins, rwaKeys } from './rwa-parts.ts'

/** What lists of real-world assets share; figures are of one chain, or of all. */
export const assetList = (chain: string | null) => ({
  keyOf: ({ id }: Asset) => id,
  searchIn: ({ assetName, ticker, issuer }: Asset) => [assetName, ticker, issuer],
  sort: '-mcap',
  hasTotals: true,
  fill: 'almanac import rwa_supply <file>',
  keys: rwaKeys,
  fits: (asset: Asset, view: ListView) => {
    const { also } = viewOf(view, rwaKeys).state
    if (asset.stablecoin && !hasStablecoins(also)) return false
    return !asset.governance || hasGovernance(also)
  },
  tools: (view: ListView) => (
    <ViewSegments view={viewOf(view, rwaKeys)} id="also" of={rwaKeys.also} />
  ),
  choices: [
    by('chain', 'Chain', 'All chains', ({ chain }: Asset) => chain),
    by('category', 'Category', 'All categories', ({ category }: Asset) => category),
    by('group', 'Group', 'All groups', ({ assetGroup }: Asset) => [assetGroup]),
    by('platform', 'Platform', 'All platforms', ({ parentPlatform }: Asset) => [parentPlatform]),
    by('issuer', 'Issuer', 'All issuers', ({ issuer }: Asset) => [issuer]),
    by('access', 'Access', 'Any access', ({ accessModel }: Asset) => [accessModel]),
  ],
  columns: [...WHAT, ...figuresOn(chain), ...HOW],
})

const WHAT: readonly Column<Asset>[] = [
  column('text', 'name', 'Asset', 'assetName', MAIN),
  column('text', 'ticker', 'Ticker', 'ticker'),
  column('text', 'issuer', 'Issuer', 'issuer'),
  column('names', 'category', 'Category', 'category', EXTRA),
  column('text', 'platform', 'Platform', 'parentPlatform', EXTRA),
  column('text', 'group', 'Group', 'assetGroup'),
  column('count', 'chains', 'Chains', ({ chain }) => chain.length),
]

const figuresOn = (chain: string | null): readonly Column<Asset>[] => [
  column('usd', 'mcap', 'On-chain', (row) => figureOf(row, 'onChainMcap', chain), MAIN_SUM),
  column('usd', 'active', 'Active', (row) => figureOf(row, 'activeMcap', chain), MAIN_SUM),
  column('usd', 'defi', 'In DeFi', (row) => figureOf(row, 'defiActiveTvl', chain), SUM),
]

const HOW: readonly Column<Asset>[] = [
  column('price', 'price', 'Price', 'price', EXTRA),
  column('text', 'access', 'Access', 'accessModel'),
  column('flag', 'redeemable', 'Redeemable', 'redeemable', EXTRA),
  column('flag', 'kyc', 'KYC', 'kycForMintRedeem', {
    describe: 'Needed to mint or redeem',
  }),
  column('flag', 'attested', 'Attested', 'attestations', EXTRA),
]
