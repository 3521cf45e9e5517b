import Type from 'typebox'
import { boolean, nullableText, optionalText, string, textList, usd } from '../../http/described.ts'
import { mapOf, namedShape, nullable } from '../../http/schemas.ts'
import { field, fieldsOf, record } from '../../records/record.ts'
import { chains, normalizeCoinId } from '../registry/public.ts'
import type { PresentAsset } from './read/world.ts'

const mayBe = (description: string) => nullable(boolean(description))

const names = {
  id: field(string('Id of the asset'), 'harbor-bill-fund'),
  canonicalMarketId: field(
    nullableText('Id that all tokens of the same asset share'),
    'harbor/hbf',
  ),
  ticker: field(string('Symbol of the token'), 'HBF'),
  assetName: field(nullableText('Name of the asset'), 'Harbor Bill Fund'),
  assetGroup: field(nullableText('Group of alike assets'), 'Treasuries'),
  primaryChain: field(optionalText('Display name of its main chain'), 'Ethereum'),
}
const kinds = {
  category: field(textList('The first is the one it is counted in.'), ['Treasuries']),
  assetClass: field(textList('What it stands for, such as treasury bills'), ['Fixed Income']),
  type: field(nullableText('Asset, Wrapper or another word.'), 'Asset'),
  rwaClassification: field(
    nullableText('How far it is a claim on something outside the chain'),
    'Tokenized Asset',
  ),
  accessModel: field(
    nullableText('Permissioned, Permissionless, Non-transferable, Custodial Only or Unknown.'),
    'Permissioned',
  ),
  issuer: field(nullableText('Who issues it'), 'Harbor Trust'),
  parentPlatform: field(nullableText('Platform it belongs to'), 'Harbor'),
  stablecoin: field(boolean('It is a stablecoin'), false),
  governance: field(boolean('It is a governance token'), false),
}
const details = {
  activeMcapData: field(boolean('Its excluded holders are known'), true),
  aggregatorId: field(
    nullableText('Id at the market-data aggregator; null when it has none'),
    null,
  ),
  logo: field(nullableText('URL of its logo'), null),
  website: field(textList('Web sites'), ['https://example.org']),
  socialHandle: field(textList('Social handles'), []),
  isin: field(nullableText('ISIN; null when it has none'), null),
  issuerSourceLink: field(textList('Where the issuer describes it'), []),
  issuerRegistryInfo: field(textList('Entries of the issuer in public registers'), []),
  attestationLinks: field(textList('URLs of attestations'), []),
  descriptionNotes: field(textList('Notes'), ['Holds short government bills.']),
  attestations: field(mayBe('Reserves are attested'), true),
  redeemable: field(mayBe('Holders can redeem it'), true),
  cexListed: field(mayBe('A centralised exchange lists it'), false),
  kycForMintRedeem: field(mayBe('Minting and redeeming need KYC'), true),
  kycAllowlistedWhitelistedToTransferHold: field(
    mayBe('Holding and transfers need KYC or an allowlist'),
    true,
  ),
  transferable: field(mayBe('Holders can transfer it'), true),
  selfCustody: field(mayBe('Holders can keep it themselves'), true),
  delisted: field(mayBe('No longer listed'), false),
  contracts: fieldsOf<{ contracts: readonly string[] }>()(
    mapOf(Type.Array(Type.String()), 'Addresses by chain.'),
    { Ethereum: ['0x1111111111111111111111111111111111111111'] },
    ({ contracts }) => contractsByChain(contracts),
  ),
}
/** What is said of an asset. */
export const saidRecord = record({ ...names, ...kinds, ...details })

const chain = {
  schema: Type.Array(Type.String(), {
    description: 'Chains it is on, the largest market cap first.',
  }),
  example: ['Ethereum', 'Base'],
}
const figures = record({
  onChainMcap: field(
    mapOf(
      Type.Number(),
      'Supply × price by chain, in US dollars. A chain whose value is not known is not there.',
    ),
    { Ethereum: 125_000_000, Base: 45_000_000 },
  ),
  activeMcap: field(
    mapOf(
      Type.Number(),
      'The same without excluded holders and burn addresses; {} unless activeMcapData.',
    ),
    { Ethereum: 118_000_000, Base: 45_000_000 },
  ),
  defiActiveTvl: field(
    mapOf(
      mapOf(Type.Number(), 'By slug of the protocol.'),
      'US dollars in tracked protocols by chain and protocol.',
    ),
    { Ethereum: { 'cedar-lend': 1_500_000 } },
  ),
  price: field(nullable(usd('Of a token')), 1.04),
})

export const assetSchema = namedShape('RwaAsset', {
  ...record(names).members,
  chain: chain.schema,
  ...record(kinds).members,
  ...figures.members,
  ...record(details).members,
})
export const assetExample = {
  ...record(names).example,
  chain: chain.example,
  ...record(kinds).example,
  ...figures.example,
  ...record(details).example,
}

/** An asset as it is served: what was said of it, and its present figures by name of chain. */
export function assetItem({ about, figures: { chains: keys, ...figuresOf }, price }: PresentAsset) {
  const { onChainUsd, activeUsd, defiUsd } = figuresOf
  const bySize = [...keys].sort((a, b) => (onChainUsd.get(b) ?? -1) - (onChainUsd.get(a) ?? -1))
  const named = <V>(figureOf: (key: string) => V | undefined): Record<string, V> =>
    Object.fromEntries(
      bySize.flatMap((key) => {
        const value = figureOf(key)
        return value === undefined ? [] : [[chains.nameOf(key), value]]
      }),
    )
  const { primaryChain } = about
  return {
    ...saidRecord.item({
      ...about,
      primaryChain: primaryChain === null ? null : chains.nameOf(primaryChain),
    }),
    chain: bySize.map((key) => chains.nameOf(key)),
    ...figures.item({
      onChainMcap: named((key) => onChainUsd.get(key)),
      activeMcap: named((key) => activeUsd.get(key)),
      defiActiveTvl: named((key) => defiUsd.get(key) && Object.fromEntries(defiUsd.get(key) ?? [])),
      price,
    }),
  }
}

function contractsByChain(contracts: readonly string[]): Record<string, string[]> {
  const byChain = new Map<string, string[]>()
  for (const contract of contracts) {
    const id = normalizeCoinId(contract)
    if (id === undefined) continue
    const colon = id.indexOf(':')
    const name = chains.nameOf(id.slice(0, colon))
    byChain.getOrInsert(name, []).push(id.slice(colon + 1))
  }
  return Object.fromEntries(byChain)
}
