import Type from 'typebox'
import { quote, type ValuesOf } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { HOUR_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { notFound } from '../../../lib/errors.ts'
import { toSlug } from '../../../lib/slug.ts'
import { suggest } from '../../../lib/suggest.ts'
import { perpSamples } from '../facts.ts'
import { type PerpMarket, perpState } from '../read/samples.ts'
import { perpItem, perpRecord, wrap, wrapped } from '../records.ts'
import { chainKeys, nameFilters, upperCased } from './pool-filters.ts'

// Funding changes by the hour: an older rate says nothing of the coming one (yields.md#perpetuals).
const MAX_AGE_SEC = 3 * HOUR_SEC

export const listPerps = defineRoute({
  id: 'yields.listPerps',
  summary: 'Funding rates and open interest of perpetual markets',
  describe:
    'Markets that were measured in the last 3 hours, most open interest first. Averages and sums are of the fundings that were settled.',
  paths: { pro: '/yields/perps' },
  query: nameFilters({ project: 'newanchor-perps-v1', symbol: 'BTC-PERP' }),
  response: wrapped(Type.Partial(perpRecord.schema)),
  example: { status: 'success', data: [perpRecord.example] },
  table: 'data[]',
  list: {},
  reads: [perpSamples],
  nowStepSec: MINUTE_SEC,
  handler: async ({ query }, { snapshot, states, nowSec }) => {
    const all = [...(await states.get(perpState, snapshot)).values()].filter(
      ({ newest }) => newest.atSec >= nowSec - MAX_AGE_SEC,
    )
    const markets = all.filter(conditionOf(query, all))
    markets.sort(
      ({ newest: a }, { newest: b }) =>
        (b.openInterestUsd ?? -1) - (a.openInterestUsd ?? -1) || (a.pool < b.pool ? -1 : 1),
    )
    return wrap(markets.map(perpItem))
  },
})

function conditionOf(
  { chain, project, symbol }: ValuesOf<ReturnType<typeof nameFilters>>,
  all: readonly PerpMarket[],
) {
  const listed = all.map(({ newest }) => newest.chain)
  const onChains = chain && chainKeys(chain, listed)
  const known = new Map(all.map(({ newest }) => [toSlug(newest.marketplace), newest.marketplace]))
  const unknown = project?.find((text) => !known.has(toSlug(text)))
  if (unknown !== undefined)
    throw notFound(`No market is run by ${quote(unknown)}.`, suggest(unknown, known.values()))
  const runBy = project && new Set(project.map((text) => toSlug(text)))
  const symbols = upperCased(symbol)
  return ({ newest }: PerpMarket) =>
    (onChains?.has(newest.chain) ?? true) &&
    (runBy?.has(toSlug(newest.marketplace)) ?? true) &&
    (symbols === undefined ||
      symbols.has(newest.market.toUpperCase()) ||
      symbols.has(newest.baseAsset.toUpperCase()))
}
