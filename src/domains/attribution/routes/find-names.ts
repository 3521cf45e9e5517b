import { notFound } from '../../../lib/errors.ts'
import { toLookupKey } from '../../../lib/slug.ts'
import { suggest } from '../../../lib/suggest.ts'
import { chains } from '../../registry/public.ts'
import { allOracles, type ChartTotals, namedGroups } from '../derive/chart-groups.ts'
import { chainsOf } from '../derive/columns.ts'

/**
 * The oracle a path names, whatever the case and with spaces or dashes; 404 when none that secures
 * value is called so.
 */
export function getOracle(text: string, totals: ChartTotals): string {
  const names = namedGroups(totals, 'oracles').map(({ name }) => name)
  const wanted = toLookupKey(text)
  const found =
    names.find((name) => name === text) ?? names.find((name) => toLookupKey(name) === wanted)
  if (found !== undefined) return found
  throw notFound(
    `No oracle that secures value is called ${JSON.stringify(text.slice(0, 60))}. GET /api/v2/metrics/oracle lists them.`,
    suggest(text, names),
  )
}

/**
 * The key of the chain a path names (decision 6); 404 when none is called so or no oracle secures
 * anything on it.
 */
export function getSecuredChain(text: string, totals: ChartTotals): string {
  const known = chainsOf(allOracles(totals))
  const wanted = toLookupKey(text)
  const key =
    chains.find(text)?.key ??
    known.find((candidate) => toLookupKey(candidate) === wanted) ??
    chains.get(text).key
  if (!known.includes(key)) throw notFound(`No oracle secures value on ${chains.nameOf(key)}.`)
  return key
}
