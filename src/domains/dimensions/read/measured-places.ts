import { sql } from '../../../lib/sql.ts'
import { dimensionDays } from '../facts.ts'
import type { DataType } from '../metrics.ts'
import type { MetricRequest, ReadContext } from './members.ts'
import { storedTypes } from './series-members.ts'

const OF_TYPES = sql`metric = {metric:String} AND dataType IN {dataTypes:Array(String)}`

/** Protocols with rows of a kind and their chains, for a request that found nothing. */
export function readMeasuredPlaces(
  { snapshot }: ReadContext,
  { metric, type }: MetricRequest,
): Promise<{ protocol: string; chain: string }[]> {
  return snapshot.query(
    sql`SELECT DISTINCT protocol, chain ${snapshot.versions(dimensionDays, OF_TYPES)} ORDER BY protocol, chain`,
    { metric: metric.name, dataTypes: storedTypes([type]) },
  )
}

/** Protocols with rows of some kinds on a chain, whatever the case of its name. */
export async function readProtocolsOnChain(
  { snapshot }: ReadContext,
  { metric }: MetricRequest,
  types: readonly DataType[],
  chain: string,
): Promise<string[]> {
  const isThere = sql`${OF_TYPES} AND lower(chain) = {chain:String}`
  const rows = await snapshot.query<{ protocol: string }>(
    sql`SELECT DISTINCT protocol ${snapshot.versions(dimensionDays, isThere)} ORDER BY protocol`,
    { metric: metric.name, dataTypes: storedTypes(types), chain: chain.toLowerCase() },
  )
  return rows.map(({ protocol }) => protocol)
}
