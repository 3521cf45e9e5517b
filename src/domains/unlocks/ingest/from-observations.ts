import { UsageError } from '../../../lib/errors.ts'
import { toSlug } from '../../../lib/slug.ts'
import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import type { SeenSchedule } from '../../../sources/model/observations.ts'
import { checkSchedule } from '../derive/check-schedule.ts'
import { problemLine } from '../derive/object-members.ts'
import { MAX_SCHEDULE_LENGTH, unlockSchedules } from '../facts.ts'

/** Schedules of adapters, checked like files; files do not remove them. An invalid one throws. */
export const observeSchedules: ObservationWriter = (seen) => {
  const rows = new Map(seen.schedules.map((one) => [toSlug(one.protocol), one]))
  return [
    {
      fact: unlockSchedules,
      rows: [...rows].map(([id, one]) => ({ id, file: null, schedule: checkedText(one) })),
    },
  ]
}

function checkedText({ protocol, schedule }: SeenSchedule): string {
  const { schedule: checked, problems } = checkSchedule(schedule)
  if (checked === undefined) {
    const lines = problems.map(problemLine).join('\n')
    throw new UsageError(`the schedule of ${protocol} is invalid:\n${lines}`)
  }
  const text = JSON.stringify(schedule)
  if (text.length <= MAX_SCHEDULE_LENGTH) return text
  throw new UsageError(
    `the schedule of ${protocol} has more than ${MAX_SCHEDULE_LENGTH.toLocaleString('en')} characters`,
  )
}
