import Type from 'typebox'
import { nullableText, optionalText, textList, usd } from '../../../http/described.ts'
import { mapOf, namedShape, nullable } from '../../../http/schemas.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import type { PresentAsset } from '../read/world.ts'

export const assetSchema = namedShape('RwaAsset', {
  id: Type.String({ description: 'Id of the asset' }),
  canonicalMarketId: nullableText('Id that all tokens of the same asset share'),
  ticker: Type.String({ description: 'Symbol of the token' }),
  assetName: nullableText('Name of the asset'),
  assetGroup: nullableText('Group of alike assets'),
  primaryChain: optionalText('Display name of its main chain'),
  chain: Type.Array(Type.String(), {
    description: 'Chains it is on, the largest market cap first.',
  }),
  category: Type.Array(Type.String(), { description: 'The first is the one it is counted in.' }),
  assetClass: textList('What it stands for, such as treasury bills'),
  type: nullable(Type.String({ description: 'Asset, Wrapper or another word.' })),
  rwaClassification: nullableText('How far it is a claim on something outside the chain'),
  accessModel: nullable(
    Type.String({
      description: 'Permissioned, Permissionless, Non-transferable, Custodial Only or Unknown.',
    }),
  ),
  issuer: nullableText('Who issues it'),
  parentPlatform: nullableText('Platform it belongs to'),
  stablecoin: Type.Boolean({ description: 'It is a stablecoin' }),
  governance: Type.Boolean({ description: 'It is a governance token' }),
  onChainMcap: mapOf(
    Type.Number(),
    'Supply × price by chain, in US dollars. A chain whose value is not known is not there.',
  ),
  activeMcap: mapOf(
    Type.Number(),
    'The same without excluded holders and burn addresses; {} unless activeMcapData.',
  ),
  defiActiveTvl: mapOf(
    mapOf(Type.Number(), 'By slug of the protocol.'),
    'US dollars in tracked protocols by chain and protocol.',
  ),
  price: nullable(usd('Of a token')),
  activeMcapData: Type.Boolean({ description: 'Its excluded holders are known' }),
  aggregatorId: nullableText('Id at the market-data aggregator; null when it has none'),
  logo: nullableText('Address of its logo'),
  website: textList('Web sites'),
  socialHandle: textList('Social handles'),
  isin: nullableText('ISIN; null when it has none'),
  issuerSourceLink: textList('Where the issuer describes it'),
  issuerRegistryInfo: textList('Entries of the issuer in public registers'),
  attestationLinks: textList('Addresses of attestations'),
  descriptionNotes: textList('Notes'),
  attestations: nullable(Type.Boolean({ description: 'Reserves are attested' })),
  redeemable: nullable(Type.Boolean({ description: 'Holders can redeem it' })),
  cexListed: nullable(Type.Boolean({ description: 'A centralised exchange lists it' })),
  kycForMintRedeem: nullable(Type.Boolean({ description: 'Minting and redeeming need KYC' })),
  kycAllowlistedWhitelistedToTransferHold: nullable(
    Type.Boolean({ description: 'Holding and transfers need KYC or an allowlist' }),
  ),
  transferable: nullable(Type.Boolean({ description: 'Holders can transfer it' })),
  selfCustody: nullable(Type.Boolean({ description: 'Holders can keep it themselves' })),
  delisted: nullable(Type.Boolean({ description: 'No longer listed' })),
  contracts: mapOf(Type.Array(Type.String()), 'Addresses by chain.'),
})

/**
 * An asset as it is served: everything that was said of it, and its present figures under the names
 * of chains.
 */
export function toItem({ about, figures, price }: PresentAsset) {
  const {
    coin: _coin,
    stablecoinId: _stablecoinId,
    issuerProtocols: _issuerProtocols,
    ...said
  } = about
  const bySize = [...figures.chains].sort(
    (a, b) => (figures.onChainUsd.get(b) ?? -1) - (figures.onChainUsd.get(a) ?? -1),
  )
  const named = <V>(figureOf: (key: string) => V | undefined): Record<string, V> =>
    Object.fromEntries(
      bySize.flatMap((key) => {
        const value = figureOf(key)
        return value === undefined ? [] : [[chains.nameOf(key), value]]
      }),
    )
  const item = {
    ...said,
    primaryChain: about.primaryChain === null ? null : chains.nameOf(about.primaryChain),
    chain: bySize.map((key) => chains.nameOf(key)),
    onChainMcap: named((key) => figures.onChainUsd.get(key)),
    activeMcap: named((key) => figures.activeUsd.get(key)),
    defiActiveTvl: named(
      (key) => figures.defiUsd.get(key) && Object.fromEntries(figures.defiUsd.get(key) ?? []),
    ),
    price,
    contracts: contractsByChain(about.contracts),
  }
  const { primaryChain, ...others } = item
  return primaryChain === null ? others : item
}

function contractsByChain(contracts: readonly string[]): Record<string, string[]> {
  const byChain = new Map<string, string[]>()
  for (const contract of contracts) {
    const id = normalizeCoinId(contract)
    if (id === undefined) continue
    const colon = id.indexOf(':')
    const name = chains.nameOf(id.slice(0, colon))
    byChain.set(name, [...(byChain.get(name) ?? []), id.slice(colon + 1)])
  }
  return Object.fromEntries(byChain)
}

export const assetExample = {
  id: 'harbor-bill-fund',
  canonicalMarketId: 'harbor/hbf',
  ticker: 'HBF',
  assetName: 'Harbor Bill Fund',
  assetGroup: 'Treasuries',
  primaryChain: 'Ethereum',
  chain: ['Ethereum', 'Base'],
  category: ['Treasuries'],
  assetClass: ['Fixed Income'],
  type: 'Asset',
  rwaClassification: 'Tokenized Asset',
  accessModel: 'Permissioned',
  issuer: 'Harbor Trust',
  parentPlatform: 'Harbor',
  stablecoin: false,
  governance: false,
  onChainMcap: { Ethereum: 125_000_000, Base: 45_000_000 },
  activeMcap: { Ethereum: 118_000_000, Base: 45_000_000 },
  defiActiveTvl: { Ethereum: { 'cedar-lend': 1_500_000 } },
  price: 1.04,
  activeMcapData: true,
  aggregatorId: null,
  logo: null,
  website: ['https://example.org'],
  socialHandle: [],
  isin: null,
  issuerSourceLink: [],
  issuerRegistryInfo: [],
  attestationLinks: [],
  descriptionNotes: ['Holds short government bills.'],
  attestations: true,
  redeemable: true,
  cexListed: false,
  kycForMintRedeem: true,
  kycAllowlistedWhitelistedToTransferHold: true,
  transferable: true,
  selfCustody: true,
  delisted: false,
  contracts: { Ethereum: ['0x1111111111111111111111111111111111111111'] },
}
