import type { RowsBehind, TracedRequest } from '../../http/provenance.ts'
import { DAY_SEC, dayStart } from '../../lib/clock.ts'
import { bridgeDirectoryState } from './read/bridge-directory.ts'
import { dayFlowsState } from './read/day-flows.ts'
import { ALL, chainKeyOf } from './routes/bridge-parameters.ts'

export const bridgeRowsBehind: RowsBehind = async (request, { snapshot, states }) => {
  const { id, chain } = request.values
  const directory = await states.get(bridgeDirectoryState, snapshot)
  const bridge = directory.list(id as number | undefined).map((one) => one.id)
  const flows = await states.get(dayFlowsState, snapshot)
  const isOnChain = typeof chain === 'string' && chain.toLowerCase() !== ALL
  const onChain = isOnChain ? { chain: [chainKeyOf(chain, flows)] } : undefined
  return {
    bridges: { columns: { id: bridge } },
    bridge_transfers: { columns: { bridge, ...onChain }, ...rangeOf(request) },
  }
}

/** The day that statistics are of, or the range of a list; either name of a bound will do. */
function rangeOf({ values }: TracedRequest) {
  const { timestamp } = values
  const { startTimestamp, starttimestamp, endTimestamp, endtimestamp } = values
  const [start, end] = [startTimestamp ?? starttimestamp, endTimestamp ?? endtimestamp]
  if (timestamp === undefined)
    return { fromSec: start as number | undefined, toSec: end as number | undefined }
  const fromSec = dayStart(timestamp as number)
  return { fromSec, toSec: fromSec + DAY_SEC - 1 }
}
