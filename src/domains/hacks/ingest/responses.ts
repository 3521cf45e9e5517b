import { stableId } from '../../../lib/stable-id.ts'
import {
  placesByKey,
  type ResponseReader,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { hacks } from '../facts.ts'
import { hackRecord } from '../records.ts'

/** `/api/hacks`: every incident. It has no ids, so they are made of date and name. */
export const listHacksResponse: ResponseReader = {
  operation: 'hacks.list',
  calls: 'once',
  carries: [
    {
      fact: hacks,
      refill: 'whole',
      note: 'Ids are made of date and name.',
      takesBack: { values: { withdrawn: true }, within: 'scope' },
      scope: [],
    },
  ],
  rows: (body, context) => {
    const placeOf = placesByKey()
    const rows = readObjects(body, 'body', context, (item, member) => {
      const protocol = item.serviceId ?? item.parentProtocolId
      const hack = hackRecord.row({ ...item, serviceId: protocol }, member)
      const place = placeOf(`${hack.atSec} ${hack.name}`)
      return { id: stableId('hack', hack.atSec, hack.name, place), ...hack, withdrawn: null }
    })
    return [rowsOf(hacks, rows)]
  },
}
