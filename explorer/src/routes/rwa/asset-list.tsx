import { Segments } from '../../blocks/chart/segments.tsx'
import { column } from '../../blocks/table/column.ts'
import { type ListView, viewOf } from '../../page/list-page.tsx'
import { type Asset, figureOf } from './asset-figures.ts'
import { ALSO, ALSO_NAMES, hasGovernance, hasStablecoins, rwaKeys } from './rwa-keys.ts'

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
  tools: (view: ListView) => {
    const { state, set } = viewOf(view, rwaKeys)
    return (
      <Segments
        label="Also counted"
        options={ALSO}
        names={ALSO_NAMES}
        value={state.also}
        onChange={(also) => set({ also })}
      />
    )
  },
  choices: [
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chain }: Asset) => chain },
    {
      id: 'category',
      name: 'Category',
      all: 'All categories',
      namesOf: ({ category }: Asset) => category,
    },
    {
      id: 'group',
      name: 'Group',
      all: 'All groups',
      namesOf: ({ assetGroup }: Asset) => [assetGroup],
    },
    {
      id: 'platform',
      name: 'Platform',
      all: 'All platforms',
      namesOf: ({ parentPlatform }: Asset) => [parentPlatform],
    },
    { id: 'issuer', name: 'Issuer', all: 'All issuers', namesOf: ({ issuer }: Asset) => [issuer] },
    {
      id: 'access',
      name: 'Access',
      all: 'Any access',
      namesOf: ({ accessModel }: Asset) => [accessModel],
    },
  ],
  columns: [
    column<Asset>('text', 'name', 'Asset', ({ assetName }) => assetName, { isMain: true }),
    column<Asset>('text', 'ticker', 'Ticker', ({ ticker }) => ticker),
    column<Asset>('text', 'issuer', 'Issuer', ({ issuer }) => issuer),
    column<Asset>('names', 'category', 'Category', ({ category }) => category, { isExtra: true }),
    column<Asset>('text', 'platform', 'Platform', ({ parentPlatform }) => parentPlatform, {
      isExtra: true,
    }),
    column<Asset>('text', 'group', 'Group', ({ assetGroup }) => assetGroup),
    column<Asset>('count', 'chains', 'Chains', ({ chain }) => chain.length),
    column<Asset>('usd', 'mcap', 'On-chain', (row) => figureOf(row, 'onChainMcap', chain), {
      isMain: true,
      addsUp: true,
    }),
    column<Asset>('usd', 'active', 'Active', (row) => figureOf(row, 'activeMcap', chain), {
      isMain: true,
      addsUp: true,
    }),
    column<Asset>('usd', 'defi', 'In DeFi', (row) => figureOf(row, 'defiActiveTvl', chain), {
      addsUp: true,
    }),
    column<Asset>('price', 'price', 'Price', ({ price }) => price, { isExtra: true }),
    column<Asset>('text', 'access', 'Access', ({ accessModel }) => accessModel),
    column<Asset>('flag', 'redeemable', 'Redeemable', ({ redeemable }) => redeemable, {
      isExtra: true,
    }),
    column<Asset>('flag', 'kyc', 'KYC', ({ kycForMintRedeem }) => kycForMintRedeem, {
      describe: 'Needed to mint or redeem',
    }),
    column<Asset>('flag', 'attested', 'Attested', ({ attestations }) => attestations, {
      isExtra: true,
    }),
  ],
})
