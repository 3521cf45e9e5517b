import type { StateDefinition } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { checkSchedule } from '../derive/check-schedule.ts'
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
  /** The same as JSON: the list of all schedules is mostly these. */
  eventsText: string
  /** When the newest of its rows was recorded. */
  modifiedMs: number
}

export interface Emissions {
  list: readonly Emission[]
  /** Imported rows that are no schedules: id → what is wrong. */
  broken: ReadonlyMap<string, string>
}

/**
 * All schedules as they are written, without records: some hundreds, and a list of all of them is
 * asked for.
 */
const schedulesState: StateDefinition<Emissions> = {
  name: 'unlocks.schedules',
  reads: [unlockSchedules],
  build: async (snapshot) => {
    const rows = await snapshot.query<{ id: string; schedule: string; modifiedMs: number }>(
      `SELECT id, schedule, toUnixTimestamp64Milli(recordedAt) AS modifiedMs FROM ${snapshot.current(unlockSchedules)} WHERE schedule IS NOT NULL ORDER BY id`,
    )
    const list: Emission[] = []
    const broken = new Map<string, string>()
    for (const { id, schedule: text, modifiedMs } of rows) {
      const { schedule, problems } = checkSchedule(parseJson(text))
      if (schedule === undefined)
        broken.set(
          id,
          problems.map(({ path, problem }) => `${path.join('.')} ${problem}`.trim()).join('; '),
        )
      else list.push(makeEmission(id, schedule, Number(modifiedMs)))
    }
    return { list, broken }
  },
}

/**
 * The same with what was recorded of them: records come every day, and only the sections they are
 * of are made anew.
 */
export const emissionsState: StateDefinition<Emissions> = {
  name: 'unlocks.emissions',
  reads: [unlockSchedules, unlockRecords],
  build: async (snapshot, states) => {
    const { list, broken } = await states.get(schedulesState, snapshot)
    const records = await readRecords(snapshot)
    return { list: list.map((emission) => addRecords(emission, records.get(emission.id))), broken }
  },
}

/**
 * The value of a text; what is no JSON is no schedule either, and must not take the others with it.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function makeEmission(id: string, schedule: Schedule, modifiedMs: number): Emission {
  const curves = schedule.sections.map((section) => sectionCurve(section, undefined))
  const events = unlockEvents(curves)
  return { id, schedule, curves, events, eventsText: JSON.stringify(events), modifiedMs }
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

/** Records of all schedules, each section's in order of time. */
async function readRecords(snapshot: Snapshot): Promise<Map<string, ScheduleRecords>> {
  const rows = await snapshot.columns<{
    schedule: string[]
    section: string[]
    atSec: number[]
    unlocked: number[]
    modifiedMs: number[]
  }>(
    `SELECT schedule, section, atSec, unlocked, toUnixTimestamp64Milli(recordedAt) AS modifiedMs FROM ${snapshot.current(unlockRecords)} ORDER BY schedule, section, atSec`,
  )
  const bySchedule = new Map<
    string,
    { bySection: Map<string, { timesSec: number[]; unlocked: number[] }>; modifiedMs: number }
  >()
  rows.schedule.forEach((id, index) => {
    const known = bySchedule.getOrInsertComputed(id, () => ({
      bySection: new Map(),
      modifiedMs: 0,
    }))
    const section = known.bySection.getOrInsertComputed(rows.section[index] ?? '', () => ({
      timesSec: [],
      unlocked: [],
    }))
    section.timesSec.push(rows.atSec[index] ?? 0)
    section.unlocked.push(rows.unlocked[index] ?? 0)
    known.modifiedMs = Math.max(known.modifiedMs, Number(rows.modifiedMs[index] ?? 0))
  })
  return bySchedule
}
