import { defineRoute } from '../../../http/route.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { addBridgeWindows } from '../derive/window-flows.ts'
import { bridges, bridgeTransfers } from '../facts.ts'
import { bridgeDirectoryState } from '../read/bridge-directory.ts'
import { readBridgeWindows } from '../read/bridge-windows.ts'
import { bridgeDetail, detailRecord } from '../records.ts'
import { bridgeId } from './bridge-parameters.ts'

export const getBridge = defineRoute({
  id: 'bridges.get',
  operationId: 'getBridge',
  summary: 'Volumes and transactions of a bridge',
  describe:
    'Volume is half of the deposits and withdrawals in US dollars. `lastDaily`, `weekly` and `monthly` count complete UTC days, `lastHourly` the last complete hour, `currentDay` everything since midnight. A transfer without a price counts in the transactions and not in the volume. `chainBreakdown` has the same by chain; a destination chain whose own side is not recorded carries the values of the whole bridge.',
  paths: { bridge: '/bridge/{id}', pro: '/bridges/bridge/{id}' },
  params: { id: bridgeId() },
  response: detailRecord.schema,
  example: detailRecord.example,
  table: 'chainBreakdown{chain}',
  reads: [bridges, bridgeTransfers],
  nowStepSec: HOUR_SEC,
  handler: async ({ params }, context) => {
    const bridge = (await context.states.get(bridgeDirectoryState, context.snapshot)).get(params.id)
    return bridgeDetail(bridge, addBridgeWindows(await readBridgeWindows([bridge], context)))
  },
})
