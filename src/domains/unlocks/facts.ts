import { sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { EARLIEST_SEC } from './derive/calendar-time.ts'

export const MAX_SCHEDULE_LENGTH = 200_000

/** What a file says is replaced whole by what it says next. */
export const unlockSchedules = defineFact({
  name: 'unlock_schedules',
  describe:
    'Unlock schedules of tokens, each as the JSON of a file of data/unlocks (docs/unlock-schedules.md). The files are loaded at start with a check that names the line; import is for rows that an export wrote.',
  key: { id: t.text('Name of the schedule: that of its file without .json', { max: 200 }) },
  values: {
    file: orNull(
      t.text('File of data/unlocks it comes from; empty for one that no file may take back', {
        max: 200,
      }),
    ),
    schedule: orNull(
      t.text('The schedule as JSON; empty when its file was taken away', {
        max: MAX_SCHEDULE_LENGTH,
      }),
    ),
  },
  hold: [
    {
      reason: 'not a JSON object',
      when: sql`schedule IS NOT NULL AND NOT (isValidJSON(schedule) AND startsWith(trimLeft(schedule), '{'))`,
    },
  ],
})

export const unlockRecords = defineFact({
  name: 'unlock_records',
  describe:
    'Emissions read from a chain: the tokens a recorded section of an unlock schedule has given in all until a timestamp.',
  key: {
    schedule: t.text('Name of the schedule: that of its file without .json', { max: 200 }),
    section: t.text('Label of the section, exactly as in the schedule', { max: 200 }),
  },
  time: 'atSec',
  values: {
    unlocked: t.float('Whole tokens unlocked until then, less those burned again', {
      min: 0,
      max: 1e18,
    }),
  },
  hold: [{ reason: 'before 2009, when there was no chain', when: sql`atSec < ${EARLIEST_SEC}` }],
})
