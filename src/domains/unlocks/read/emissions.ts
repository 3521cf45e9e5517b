import { amongKeys } from '../../../cache/among-keys.ts'
import { derivedState, keyedState } from '../../../cache/state.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { sql } from '../../../lib/sql.ts'
import { checkSchedule } from '../derive/check-schedule.ts'
import { problemLine } from '../derive/object-members.ts'
import { type SectionCurve, type SectionRecords, sectionCurve } from '../derive/section-curve.ts'
import { type UnlockEvent, unlockEvents } from '../derive/unlock-events.ts'
import { unlockRecords, unlockSchedules } from '../facts.ts'
import type { Schedule } from '../schedule.ts'

/** A schedule with everything that does not depend on the clock. */
export interface Emission {
  id: string
  schedule: Schedule
  curves: readonly SectionCurve[]
  events: readonly UnlockEvent[]
  /** When the newest of its rows was recorded. */
  modifiedMs: number
}

export interface Emissions {
  list: readonly Emission[]
  /** Imported rows that are not valid schedules: id → what is wrong. */
  broken: ReadonlyMap<string, string>
}

/** A schedule as it is written, without records, or what is wrong with it. */
type WrittenSchedule = { emission: Emission } | { problem: string }

const schedulesState = keyedState<string, WrittenSchedule>({
  name: 'unlocks.schedules',
  reads: [unlockSchedules],
  key: sql`id`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`id`, keys)
    const rows = await snapshot.query<{ id: string; schedule: string; modifiedMs: number }>(
      sql`SELECT id, schedule, toUnixTimestamp64Milli(recordedAt) AS modifiedMs
       FROM ${snapshot.current(unlockSchedules, where)} WHERE schedule IS NOT NULL`,
      { keys },
    )
    return rows.map(({ id, schedule, modifiedMs }): [string, WrittenSchedule] => [
      id,
      readSchedule(id, schedule, Number(modifiedMs)),
    ])
  },
})

/** Records of schedules, each section's in order of time. */
const recordsState = keyedState<string, ScheduleRecords>({
  name: 'unlocks.records',
  reads: [unlockRecords],
  key: sql`schedule`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`schedule`, keys)
    const rows = await snapshot.columns<
      Record<'schedule' | 'section', string[]> &
        Record<'atSec' | 'unlocked' | 'modifiedMs', number[]>
    >(
      sql`SELECT schedule, section, atSec, unlocked, toUnixTimestamp64Milli(recordedAt) AS modifiedMs
       FROM ${snapshot.current(unlockRecords, where)} ORDER BY schedule, section, atSec`,
      { keys },
    )
    const bySchedule = Map.groupBy(eachRow(rows), ({ schedule }) => schedule)
    return [...bySchedule].map(([schedule, own]): [string, ScheduleRecords] => {
      const sections = Map.groupBy(own, ({ section }) => section)
      const bySection = Array.from(sections, ([section, points]): [string, SectionRecords] => {
        const timesSec = points.map(({ atSec }) => atSec)
        return [section, { timesSec, unlocked: points.map(({ unlocked }) => unlocked) }]
      })
      const modifiedMs = own.reduce((last, row) => Math.max(last, Number(row.modifiedMs)), 0)
      return [schedule, { bySection: new Map(bySection), modifiedMs }]
    })
  },
})

/** All schedules with what was recorded of them: some hundreds. */
export const emissionsState = derivedState({
  name: 'unlocks.emissions',
  from: [schedulesState, recordsState],
  make: (schedules, records): Emissions => ({
    list: [...schedules.values()].flatMap((written) =>
      'emission' in written ? [addRecords(written.emission, records.get(written.emission.id))] : [],
    ),
    broken: new Map(
      [...schedules].flatMap(([id, written]): [string, string][] =>
        'problem' in written ? [[id, written.problem]] : [],
      ),
    ),
  }),
})

function readSchedule(id: string, text: string, modifiedMs: number): WrittenSchedule {
  const { schedule, problems } = checkSchedule(parseJson(text))
  if (schedule !== undefined) return { emission: makeEmission(id, schedule, modifiedMs) }
  return { problem: problems.map(problemLine).join('; ') }
}

/** The value of a text; invalid JSON is an invalid schedule, and must not fail the others. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function makeEmission(id: string, schedule: Schedule, modifiedMs: number): Emission {
  const curves = schedule.sections.map((section) => sectionCurve(section, undefined))
  return { id, schedule, curves, events: unlockEvents(curves), modifiedMs }
}

interface ScheduleRecords {
  bySection: ReadonlyMap<string, SectionRecords>
  modifiedMs: number
}

function addRecords(emission: Emission, records: ScheduleRecords | undefined): Emission {
  if (records === undefined) return emission
  const curves = emission.schedule.sections.map((section, index) => {
    const written = emission.curves[index]
    return section.isRecorded || written === undefined
      ? sectionCurve(section, records.bySection.get(section.label))
      : written
  })
  return { ...emission, curves, modifiedMs: Math.max(emission.modifiedMs, records.modifiedMs) }
}
