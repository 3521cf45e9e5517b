import { minFilter, nameFilter } from '../../../../http/lists/filter.ts'
import { someOf } from '../../../../http/parameters.ts'
import { defineRoute, type Route } from '../../../../http/route.ts'
import { coverageHeader } from '../figures.ts'
import { ownOfOverview } from '../own-members.ts'
import { COUNTED, OWN_PATHS, operationOf, pathsOf } from '../own-paths.ts'
import {
  chainName,
  chartRange,
  dataTypeOf,
  excludeFlags,
  NOW_STEP_SEC,
  periodRule,
  READS_WITH_METHODS,
} from '../parameters.ts'
import { exampleOverview, makeOverview, overviewSchema } from './overview.ts'

const ON_ONE_CHAIN = `What the overview says of one chain. ${COUNTED}`

/** Members that are charts; `chart` is of exchanges alone. */
const CHARTS = ['totalDataChart', 'totalDataChartBreakdown', 'chart']

const include = someOf(
  'Further members of each protocol: `lastDay`, the day that `total24h` is of.',
  ['lastDay'],
)
const minTotal24h = minFilter(
  'total24h',
  'Only protocols with at least so much in 24 hours, US dollars',
  1,
)

export const overviewRoutes: readonly Route[] = OWN_PATHS.flatMap((declared) => {
  const { metric, name, overview, describe = COUNTED, chainOverview, category } = declared
  const members = ownOfOverview(metric)
  const example = exampleOverview(members)
  const path = `/overview/${metric}`
  const common = {
    query: { ...excludeFlags, dataType: dataTypeOf(metric), ...chartRange, include },
    response: overviewSchema(members),
    headers: coverageHeader,
    table: 'protocols[]',
    series: { rule: periodRule(metric), at: CHARTS },
    list: {
      filters: {
        category: nameFilter('category', 'Only protocols of these categories', category),
        minTotal24h,
      },
      onRequest: { lastDay: 'include' },
    },
    reads: READS_WITH_METHODS,
    nowStepSec: NOW_STEP_SEC,
  }
  const ofAll = defineRoute({
    ...common,
    id: operationOf(name, 'Overview'),
    summary: overview,
    describe,
    paths: pathsOf(path, declared),
    example,
    handler: ({ query }, context) =>
      makeOverview(context, { metric, chain: undefined, ...query }, members),
  })
  if (chainOverview === undefined) return [ofAll]
  const ofChain = defineRoute({
    ...common,
    id: operationOf(name, 'ChainOverview'),
    summary: chainOverview,
    describe: ON_ONE_CHAIN,
    paths: pathsOf(`${path}/{chain}`, declared),
    params: { chain: chainName },
    example: { ...example, chain: 'Ethereum' },
    handler: ({ params, query }, context) =>
      makeOverview(context, { metric, ...params, ...query }, members),
  })
  return [ofAll, ofChain]
})
