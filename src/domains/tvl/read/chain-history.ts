import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { current } from '../../../store/store.ts'
import { sumInOrder } from '../../../store/sum-in-order.ts'
import { tableOf } from '../../../store/tables.ts'
import { countsInChainTotals, protocols, registryState } from '../../registry/public.ts'
import { PLAIN, tvlRecords } from '../facts.ts'

/** Daily totals of one chain, by its key. */
export interface ChainHistory {
  datesSec: number[]
  tvlUsd: number[]
}

/**
 * Daily TVL of every chain (semantics 2.6): each counted protocol's first record of the day; days without a record take the
 * protocol's NEXT one; a protocol that is not dead keeps its last value until the newest day of all.
 */
export const chainHistoryState: StateDefinition<ReadonlyMap<string, ChainHistory>> = {
  name: 'tvl.chainHistory',
  reads: [protocols, tvlRecords],
  build: async (snapshot, states) => {
    const registry = await states.get(registryState, snapshot)
    const counted = registry.listChildren().filter(countsInChainTotals)
    const rows = await snapshot.columns<{ chain: string[]; day: number[]; tvl: number[] }>(HISTORY, {
      counted: counted.map(({ id }) => id),
      dead: counted.filter(({ deadFromSec }) => deadFromSec !== null).map(({ id }) => id),
    })
    const history = new Map<string, ChainHistory>()
    rows.chain.forEach((chain, index) => {
      const series = history.get(chain) ?? { datesSec: [], tvlUsd: [] }
      history.set(chain, series)
      series.datesSec.push((rows.day[index] ?? 0) * DAY_SEC)
      series.tvlUsd.push(rows.tvl[index] ?? 0)
    })
    return history
  },
}

const COUNTED = 'protocol IN {counted:Array(String)}'

const FIRST_OF_DAY = `SELECT protocol, min(atSec) FROM ${tableOf(tvlRecords)}
  WHERE ${COUNTED} AND run <= {snapshotRun:UInt32} AND quality != 'held' GROUP BY protocol, intDiv(atSec, ${DAY_SEC})`

// A record without a plain value is still that day's record: its protocol then has none.
const RECORDS = `SELECT protocol, toInt32(intDiv(atSec, ${DAY_SEC})) AS ownDay, groupArrayIf((toString(chain), tvlUsd), section = '${PLAIN}') AS parts
  FROM ${current(tvlRecords, `${COUNTED} AND (protocol, atSec) IN (${FIRST_OF_DAY})`)} GROUP BY protocol, ownDay`

/** Each record with the days it stands for: from the day after the one before it, to its own or, the last one, to the newest of all. */
const COVERING = `SELECT protocol, parts, toInt32(lagInFrame(ownDay, 1, toInt32(ownDay - 1)) OVER own + 1) AS fromDay,
  if(ownDay = max(ownDay) OVER own AND NOT has({dead:Array(String)}, protocol), max(ownDay) OVER (), ownDay) AS toDay FROM (${RECORDS})
  WINDOW own AS (PARTITION BY protocol ORDER BY ownDay ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`

const HISTORY = `SELECT chain, day, ${sumInOrder('usd', 'protocol')} AS tvl FROM (
    SELECT protocol, part.1 AS chain, part.2 AS usd, arrayJoin(range(fromDay, toDay + 1)) AS day FROM (${COVERING}) ARRAY JOIN parts AS part
  ) GROUP BY chain, day ORDER BY day, chain`
