import Type from 'typebox'
import { boolean, described, string, unixDay, usd } from '../../../http/described.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'
import { notFound } from '../../../lib/errors.ts'
import { field, record } from '../../../records/record.ts'
import { protocolRaiseSchema } from '../../raises/public.ts'
import {
  chainNames,
  familyOf,
  hallmarksSchema,
  type Protocol,
  protocolDetails,
  protocolListing,
  protocolMembers,
  protocolNames,
  type Registry,
} from '../../registry/public.ts'

const parentSlug = string('Slug of its parent; absent when it has none')
const metadata = record({
  ...protocolNames,
  chain: field(string('Its only chain, or Multi-Chain'), 'Multi-Chain'),
  chains: field(chainNames('largest value first'), ['Ethereum', 'Arbitrum']),
  ...protocolListing,
  parentProtocolSlug: field(Type.Optional(parentSlug), 'example'),
  ...protocolDetails,
})
const { chain, chains, parentProtocolSlug } = metadata.members

/** What the registry says of a protocol, under the names that clients read. */
export const metadataSchema = { ...protocolMembers, chain, chains, parentProtocolSlug }

const { parentProtocolSlug: _, ...example } = metadata.example
/** Metadata of an example, so that examples stay short where they are written. */
export const exampleMetadata = example

/** A parent without a symbol or treasury of its own takes a child's (tvl.md#one-protocol). */
export function toMetadata(protocol: Protocol, chains: readonly string[], registry: Registry) {
  const family = [protocol, ...familyOf(protocol, registry)]
  return metadata.item({
    ...protocol,
    symbol: family.find((member) => member.symbol !== null)?.symbol ?? null,
    chain: chains.length === 1 ? (chains[0] ?? '') : 'Multi-Chain',
    chains,
    parentProtocolSlug: registry.parentOf(protocol)?.slug ?? null,
    treasury: family.find((member) => member.treasury !== null)?.treasury ?? null,
  })
}

export const chainTvlsSchema = mapOf(
  Type.Number(),
  'USD by `<Chain>`, `<Chain>-<section>` and bare `<section>`',
)

const point = namedShape('ProtocolTvlPoint', { date: unixDay(), totalLiquidityUSD: usd() })
const tokenPoint = namedShape('ProtocolTokenPoint', {
  date: unixDay(),
  tokens: mapOf(Type.Number(), 'By symbol'),
})
const tokenSeries = Type.Optional(
  Type.Array(tokenPoint, { description: 'Daily, by token; only with include=tokens' }),
)
const windows = namedShape('ProtocolWindows', {
  '24h': nullable(usd('Last complete day')),
  '7d': nullable(usd('Last seven days')),
})

/** Every member is there unless `fields` leaves it out. */
export const protocolDetail = shape({
  ...metadataSchema,
  currentChainTvls: chainTvlsSchema,
  chainTvls: mapOf(
    shape({
      tvl: Type.Array(point, { description: 'Daily, oldest first' }),
      tokens: tokenSeries,
      tokensInUsd: tokenSeries,
    }),
    'By the keys of currentChainTvls',
  ),
  tvl: Type.Array(point, { description: 'Daily, oldest first, all chains, no section' }),
  tokens: tokenSeries,
  tokensInUsd: tokenSeries,
  mcap: nullable(usd('Market cap of its token')),
  raises: Type.Array(protocolRaiseSchema, { description: 'Its funding rounds' }),
  metrics: shape(
    {
      fees: described(windows, 'Fees that users paid'),
      revenue: described(windows, 'Part of the fees that the protocol keeps'),
    },
    { description: 'Figures of other metrics' },
  ),
  isParentProtocol: boolean('It is a parent of other protocols'),
  otherProtocols: Type.Array(Type.String(), {
    description: 'Names of its family: the parent first, then its children',
  }),
  hallmarks: hallmarksSchema,
})

export const exampleDetail = {
  ...exampleMetadata,
  currentChainTvls: { Ethereum: 1_000_000, Arbitrum: 250_000 },
  chainTvls: {
    Ethereum: {
      tvl: [{ date: 1_760_054_400, totalLiquidityUSD: 1_000_000 }],
    },
  },
  tvl: [{ date: 1_760_054_400, totalLiquidityUSD: 1_250_000 }],
  mcap: 9_000_000,
  raises: [],
  metrics: { fees: { '24h': 12_000, '7d': 80_000 }, revenue: { '24h': 2_000, '7d': 13_500 } },
  hallmarks: [[1_650_412_800, 'V2 opens']],
  isParentProtocol: false,
  otherProtocols: [],
}

/** A protocol that is known but was never measured has no TVL: that is a 404, not a 0. */
export function requireRecords<T>(protocol: Protocol, records: readonly T[]): readonly T[] {
  if (records.length === 0) throw notFound(`${protocol.name} has no TVL record.`)
  return records
}
