import type { RowFilters, RowsBehind, TracedRequest } from '../../http/provenance.ts'
import type { RequestContext } from '../../http/route.ts'
import { dayStart } from '../../lib/clock.ts'
import { coinRows, priceTableState } from '../coins/public.ts'
import {
  chains,
  countsInChainTotals,
  familyOf,
  idsOf,
  protocolRows,
  registryState,
} from '../registry/public.ts'
import { tokenHolders } from './derive/token-holders.ts'
import { PLAIN } from './facts.ts'
import { newestTokensState } from './read/newest-tokens.ts'
import { readWanted } from './routes/get-token-protocols.ts'

/** Operations whose figures are of all protocols, sections and all. */
const OF_ALL = new Set(['tvl.listProtocols', 'tvl.getChainAssets'])

export const tvlRowsBehind: RowsBehind = async (request, context) => {
  const { protocol, symbol } = request.values
  if (typeof protocol === 'string') return rowsOfProtocol(request, protocol, context)
  if (typeof symbol === 'string') return rowsOfToken(symbol, context)
  return OF_ALL.has(request.operation) ? {} : rowsOfTotals(request, context)
}

async function rowsOfProtocol(
  request: TracedRequest,
  name: string,
  { snapshot, states }: RequestContext,
): Promise<RowFilters> {
  const registry = await states.get(registryState, snapshot)
  const protocol = registry.get(name)
  const family = familyOf(protocol, registry)
  const ids = idsOf(family)
  const coins = [protocol, ...family].flatMap(({ tokenCoin }) => tokenCoin ?? [])
  const range = rangeOf(request)
  return {
    ...protocolRows([protocol, ...family]),
    tvl: { columns: { protocol: ids }, ...range },
    tvl_tokens: { columns: { protocol: ids }, ...range },
    ...coinRows(coins, await states.get(priceTableState, snapshot)),
    raises: { columns: { protocol: idsOf([protocol, ...family]) } },
    dimension_days: { columns: { metric: ['fees'], protocol: ids } },
  }
}

async function rowsOfToken(
  symbol: string,
  { snapshot, states }: RequestContext,
): Promise<RowFilters> {
  const wanted = await readWanted(symbol, snapshot)
  const holders = tokenHolders(await states.get(newestTokensState, snapshot), wanted)
  const protocol = holders.map((holder) => holder.protocol)
  const token = [...new Set(holders.flatMap(({ amountUsd }) => Object.keys(amountUsd)))]
  return {
    protocols: { columns: { id: protocol } },
    tokens: { columns: { coin: [...new Set([...wanted.coins, ...token])] } },
    tvl_tokens: { columns: { protocol, token, section: [PLAIN] } },
  }
}

/** Totals of chains: the plain values of the protocols that count in them. */
async function rowsOfTotals(
  request: TracedRequest,
  { snapshot, states }: RequestContext,
): Promise<RowFilters> {
  const { chain } = request.values
  const registry = await states.get(registryState, snapshot)
  const counted = registry.listChildren().filter(countsInChainTotals)
  const onChain = typeof chain === 'string' ? { chain: [chains.keyOf(chain)] } : undefined
  return {
    ...protocolRows(counted),
    tvl: {
      columns: { protocol: idsOf(counted), section: [PLAIN], ...onChain },
      ...rangeOf(request),
    },
  }
}

/** The times that a series is requested; flows begin with the day of `timestamp`. */
function rangeOf({ values: { start, end, timestamp } }: TracedRequest) {
  const fromSec = timestamp === undefined ? start : dayStart(timestamp as number)
  return { fromSec: fromSec as number | undefined, toSec: end as number | undefined }
}
