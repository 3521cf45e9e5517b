import Type from 'typebox'
import {
  fieldList,
  optionalStartTime,
  optionalUnixTime,
  someOf,
  text,
} from '../../../http/parameters.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { selectFields } from '../../../http/select-fields.ts'
import { HOUR_SEC, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { prices, supplies } from '../../coins/public.ts'
import { dimensionDays, readFeeTotals } from '../../dimensions/public.ts'
import { listProtocolRaises, raises, raisesState } from '../../raises/public.ts'
import {
  chains,
  familyOf,
  hallmarksState,
  listHallmarks,
  type Protocol,
  protocolHallmarks,
  protocols,
  registryState,
  tokens,
} from '../../registry/public.ts'
import { newestFamilyRows, recordValues } from '../derive/record-values.ts'
import { ALL_CHAINS, seriesPoints, tokenPoints } from '../derive/token-points.ts'
import { tvlCoverage } from '../derive/tvl-coverage.ts'
import { tvlRecords, tvlTokens } from '../facts.ts'
import { readMarketCaps } from '../read/market-caps.ts'
import { newestTokensState } from '../read/newest-tokens.ts'
import { recentTvlState } from '../read/recent.ts'
import { type DateRange, readDailyRecords, readDailyTokens, readSeries } from '../read/series.ts'
import { coverageHeader, withCoverage } from './coverage.ts'
import { exampleDetail, protocolDetail, requireRecords, toMetadata } from './protocol-shapes.ts'

export const getProtocol = defineRoute({
  id: 'tvl.getProtocol',
  summary: 'A protocol and its TVL over time',
  describe:
    'Daily points at 00:00 UTC; the last point is the newest hourly record with its own time. `start` and `end` bound the series, `fields` keeps only the named members, `include=tokens` adds the series by token.',
  paths: { free: '/protocol/{protocol}', pro: '/api/protocol/{protocol}' },
  params: { protocol: text('Slug of a protocol or of a parent.', 'harbor-swap') },
  query: {
    start: optionalStartTime('Earliest point, Unix seconds.'),
    end: optionalUnixTime('Latest point, Unix seconds.'),
    fields: fieldList(),
    include: someOf('`tokens` adds amounts and values by token.', ['tokens']),
  },
  headers: coverageHeader,
  response: Type.Partial(protocolDetail),
  example: exampleDetail,
  table: 'tvl[]',
  series: {
    rule: 'last',
    at: [
      'tvl',
      'tokens',
      'tokensInUsd',
      'chainTvls.*.tvl',
      'chainTvls.*.tokens',
      'chainTvls.*.tokensInUsd',
    ],
  },
  reads: [
    protocols,
    protocolHallmarks,
    tvlRecords,
    tvlTokens,
    tokens,
    prices,
    supplies,
    raises,
    dimensionDays,
  ],
  nowStepSec: HOUR_SEC,
  handler: async ({ params, query }, context) => {
    const registry = await context.states.get(registryState, context.snapshot)
    const protocol = registry.get(params.protocol)
    const family = familyOf(protocol, registry)
    const recent = await context.states.get(recentTvlState, context.snapshot)
    const newest = recordValues(requireRecords(protocol, newestFamilyRows(family, recent)), nameOf)
    const range = { startSec: query.start ?? 0, endSec: query.end ?? LATEST_UNIX_SEC }
    const series = seriesPoints(
      await readSeries(context.snapshot, readDailyRecords, family, recent, range),
      nameOf,
    )
    const tokensOf = query.include.has('tokens')
      ? await readTokenMembers(family, range, context)
      : noTokens
    const marketCapOf = await readMarketCaps(context)
    const hallmarks = await context.states.get(hallmarksState, context.snapshot)
    const body = {
      ...toMetadata(protocol, newest.chains, registry),
      currentChainTvls: newest.chainTvls,
      chainTvls: Object.fromEntries(
        [...series.byKey].map(([key, tvl]) => [key, { tvl, ...tokensOf(key) }]),
      ),
      tvl: series.tvl,
      ...tokensOf(ALL_CHAINS),
      mcap: marketCapOf([protocol, ...family]),
      raises: listProtocolRaises(await context.states.get(raisesState, context.snapshot), [
        protocol,
        ...family,
      ]),
      metrics: {
        fees: await readWindows('dailyFees', family, context),
        revenue: await readWindows('dailyRevenue', family, context),
      },
      hallmarks: listHallmarks(
        hallmarks,
        [protocol, ...family].map(({ id }) => id),
      ),
      isParentProtocol: protocol.isParent,
      otherProtocols: registry.familyNames(protocol),
    }
    return withCoverage(selectFields(body, query.fields), tvlCoverage(family, recent))
  },
})

function nameOf(key: string): string {
  return chains.nameOf(key)
}

function noTokens() {
  return {}
}

/** Fees of a family of protocols, the same figures as in the overview of fees. */
async function readWindows(
  dataType: string,
  family: readonly Protocol[],
  context: RequestContext,
): Promise<{ '24h': number | null; '7d': number | null }> {
  const ids = [...new Set(family.map(({ id }) => id))]
  const { total24h, total7d } = await readFeeTotals(context, dataType, ids)
  return { '24h': total24h, '7d': total7d }
}

/** Gives the token members of a key of `chainTvls`; a key without tokens has empty ones. */
async function readTokenMembers(
  family: readonly Protocol[],
  range: DateRange,
  { snapshot, states }: RequestContext,
) {
  const newest = await states.get(newestTokensState, snapshot)
  const byKey = tokenPoints(
    await readSeries(snapshot, readDailyTokens, family, newest, range),
    nameOf,
  )
  return (key: string) => byKey.get(key) ?? { tokens: [], tokensInUsd: [] }
}
