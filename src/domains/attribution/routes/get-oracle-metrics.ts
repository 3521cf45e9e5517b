import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, shape } from '../../../http/schemas.ts'
import { CHART_READS, readSecuredLists } from '../read/newest.ts'

const names = Type.Array(Type.String())

export const securedSchema = {
  oracles: mapOf(names, 'Names of the protocols that the oracle secures now, largest first'),
  chainsByOracle: mapOf(names, 'Names of the chains on which it does, largest first'),
  oraclesTVS: mapOf(
    mapOf(mapOf(Type.Number(), 'USD by chain'), 'By protocol'),
    'What the oracle secures of each protocol, USD',
  ),
}

export const securedExample = {
  oracles: { 'Beacon Feeds': ['Harbor Lend', 'Cedar Mint'] },
  chainsByOracle: { 'Beacon Feeds': ['Ethereum', 'Base'] },
  oraclesTVS: {
    'Beacon Feeds': { 'Harbor Lend': { Ethereum: 1_000_000 }, 'Cedar Mint': { Base: 250_000 } },
  },
}

export const getOracleMetrics = defineRoute({
  id: 'attribution.getOracleMetrics',
  summary: 'Oracles and the protocols they secure',
  describe:
    'The protocols each oracle secures at the newest record: as the primary one, or as a member of an aggregator. Oracles that only stand by are not listed.',
  paths: { pro: '/api/v2/metrics/oracle' },
  response: shape(securedSchema),
  example: securedExample,
  table: 'oraclesTVS{oracle}{protocol}{chain}=tvlUsd',
  reads: CHART_READS,
  handler: (_, context) => readSecuredLists(context),
})
