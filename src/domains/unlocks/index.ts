import type { Domain } from '../domain.ts'
import { unlockRecords, unlockSchedules } from './facts.ts'
import { observeSchedules } from './ingest/from-observations.ts'
import { importSchedules, loadSchedules, SCHEDULES_METHODOLOGY } from './ingest/load-schedules.ts'
import { unlockMirror } from './ingest/responses.ts'
import { getEmission } from './routes/get-emission.ts'
import { listEmissions } from './routes/list-emissions.ts'
import { unlockRowsBehind } from './rows-behind.ts'

export const unlocks: Domain = {
  name: 'unlocks',
  describe: 'Token unlocks: schedules, recorded emissions and upcoming events.',
  facts: [unlockSchedules, unlockRecords],
  routes: [listEmissions, getEmission],
  load: loadSchedules,
  observe: observeSchedules,
  sources: [
    { name: 'unlocks', methodology: [SCHEDULES_METHODOLOGY], importFiles: importSchedules },
  ],
  mirrored: unlockMirror,
  rowsBehind: unlockRowsBehind,
}
