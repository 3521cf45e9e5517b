import Type from 'typebox'
import { mapOf } from '../../../http/schemas.ts'
import { knownMembers } from '../../../lib/known-members.ts'
import {
  chainNames,
  familyOf,
  type Protocol,
  protocolMembers,
  type Registry,
} from '../../registry/public.ts'

/** What the registry says of a protocol, under the names that clients read. */
export const metadataSchema = {
  ...protocolMembers,
  chain: Type.String({ description: 'Its only chain, or Multi-Chain' }),
  chains: chainNames('largest value first'),
  parentProtocolSlug: Type.Optional(
    Type.String({ description: 'Slug of its parent; absent when it has none' }),
  ),
}

type Metadata = Record<Exclude<keyof typeof metadataSchema, 'parentProtocolSlug'>, unknown> & {
  parentProtocolSlug?: string
}

/** A parent without a symbol or treasury of its own takes a child's (semantics 2.3). */
export function toMetadata(
  protocol: Protocol,
  chains: readonly string[],
  registry: Registry,
): Metadata {
  const family = [protocol, ...familyOf(protocol, registry)]
  return {
    id: protocol.id,
    name: protocol.name,
    slug: protocol.slug,
    symbol: family.find((member) => member.symbol !== null)?.symbol ?? null,
    address: protocol.tokenCoin,
    url: protocol.url,
    description: protocol.description,
    logo: protocol.logo,
    chain: chains.length === 1 ? (chains[0] ?? '') : 'Multi-Chain',
    chains,
    category: protocol.category,
    tags: protocol.tags,
    audits: protocol.audits,
    audit_note: protocol.auditNote,
    audit_links: protocol.auditLinks,
    aggregator_id: protocol.aggregatorId,
    rankingSiteId: protocol.rankingSiteId,
    module: protocol.module ?? protocol.slug,
    socialHandle: protocol.socialHandle,
    forkedFrom: protocol.forkedFrom,
    oracles: protocol.oracles,
    listedAt: protocol.listedAtSec,
    deadFrom: protocol.deadFromSec,
    parentProtocol: protocol.parent,
    ...knownMembers({ parentProtocolSlug: registry.parentOf(protocol)?.slug ?? null }),
    methodology: protocol.methodology,
    governanceID: protocol.governanceIds,
    codeRepos: protocol.codeRepos,
    treasury: family.find((member) => member.treasury !== null)?.treasury ?? null,
    referralUrl: protocol.referralUrl,
    previousNames: protocol.previousNames,
    doublecounted: protocol.doubleCounted,
    misrepresentedTokens: protocol.misrepresentedTokens,
    deprecated: protocol.deprecated,
    rugged: protocol.rugged,
    wrongLiquidity: protocol.wrongLiquidity,
    openSource: protocol.openSource,
  }
}

export const chainTvlsSchema = mapOf(
  Type.Number(),
  'USD by `<Chain>`, `<Chain>-<section>` and bare `<section>`',
)

/** Metadata of an example, so that examples stay short where they are written. */
export const exampleMetadata = {
  id: '1',
  name: 'Example Swap',
  slug: 'example-swap',
  symbol: 'EXS',
  address: 'ethereum:0x1111111111111111111111111111111111111111',
  url: 'https://example.org',
  description: 'An exchange.',
  logo: null,
  chain: 'Multi-Chain',
  chains: ['Ethereum', 'Arbitrum'],
  category: 'Dexs',
  tags: [],
  audits: '2',
  audit_note: null,
  audit_links: [],
  aggregator_id: 'example-swap',
  rankingSiteId: null,
  module: 'example-swap/index.js',
  socialHandle: 'exampleswap',
  forkedFrom: [],
  oracles: [],
  listedAt: 1_640_995_200,
  deadFrom: null,
  parentProtocol: null,
  methodology: 'Tokens held by the pools.',
  governanceID: [],
  codeRepos: [],
  treasury: null,
  referralUrl: null,
  previousNames: [],
  doublecounted: false,
  misrepresentedTokens: false,
  deprecated: false,
  rugged: false,
  wrongLiquidity: false,
  openSource: true,
}
