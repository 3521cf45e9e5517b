import Type from 'typebox'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import type { PresentAsset } from '../read/world.ts'

const text = nullable(Type.String())
const texts = Type.Array(Type.String())
const yesNo = nullable(Type.Boolean())

export const assetSchema = shape({
  id: Type.String(),
  canonicalMarketId: text,
  ticker: Type.String(),
  assetName: text,
  assetGroup: text,
  primaryChain: text,
  chain: Type.Array(Type.String(), {
    description: 'Chains it is on, the largest market cap first.',
  }),
  category: Type.Array(Type.String(), { description: 'The first is the one it is counted in.' }),
  assetClass: texts,
  type: nullable(Type.String({ description: 'Asset, Wrapper or another word.' })),
  rwaClassification: text,
  accessModel: nullable(
    Type.String({
      description: 'Permissioned, Permissionless, Non-transferable, Custodial Only or Unknown.',
    }),
  ),
  issuer: text,
  parentPlatform: text,
  stablecoin: Type.Boolean(),
  governance: Type.Boolean(),
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
  price: nullable(Type.Number({ description: 'US dollars for a token.' })),
  activeMcapData: Type.Boolean(),
  aggregatorId: text,
  logo: text,
  website: texts,
  socialHandle: texts,
  isin: text,
  issuerSourceLink: texts,
  issuerRegistryInfo: texts,
  attestationLinks: texts,
  descriptionNotes: texts,
  attestations: yesNo,
  redeemable: yesNo,
  cexListed: yesNo,
  kycForMintRedeem: yesNo,
  kycAllowlistedWhitelistedToTransferHold: yesNo,
  transferable: yesNo,
  selfCustody: yesNo,
  delisted: yesNo,
  contracts: mapOf(texts, 'Addresses by chain.'),
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
  return {
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
