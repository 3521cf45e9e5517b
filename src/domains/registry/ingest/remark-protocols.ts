import { sql } from '../../../lib/sql.ts'
import type { Observations } from '../../../sources/model/observations.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { protocols } from '../facts.ts'
import { countsInChainTotals, type ProtocolRow, Registry } from '../registry.ts'

/** Chains have figures of their own, under ids such as `chain#base`. */
const CHAIN_ID = /^chain#/

/** Protocols that nobody has described are nowhere to be seen; some are left out of totals. */
export async function remarkProtocols(seen: Observations, snapshot: Snapshot): Promise<string[]> {
  const holders = new Set(seen.holdings.map(({ protocol }) => protocol))
  const ids = [...new Set([...holders, ...seen.flows.map(({ protocol }) => protocol)])].filter(
    (id) => !CHAIN_ID.test(id),
  )
  if (ids.length === 0) return []
  const rows = await snapshot.query<ProtocolRow>(
    sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(protocols, sql`id IN {ids:Array(String)}`)}`,
    { ids },
  )
  const registry = new Registry(rows)
  return ids.flatMap((id) => {
    const protocol = registry.byId(id)
    if (protocol === undefined)
      return [
        `No endpoint shows these figures: there is no protocol "${id}". Give it a name with "about" in its file, or import it (\`almanac facts protocols\`).`,
      ]
    if (protocol.isParent)
      return [
        `No endpoint shows these figures: "${id}" is a parent, whose figures are those of its children.`,
      ]
    if (!holders.has(id) || countsInChainTotals(protocol)) return []
    const cause = protocol.doubleCounted ? 'counts doubly' : `has the category ${protocol.category}`
    return [
      `${protocol.name} ${cause}: its own endpoints show its value, the totals of chains leave it out.`,
    ]
  })
}
