import { unlockRecords, unlockSchedules } from '../../domains/unlocks/facts.ts'
import { toRow } from '../../domains/unlocks/ingest/load-schedules.ts'
import {
  listScheduleFiles,
  readScheduleFiles,
  SCHEDULES_FOLDER,
} from '../../domains/unlocks/ingest/schedule-files.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { toSlug } from '../../lib/slug.ts'
import { literal } from '../../runs/sql-text.ts'
import type { DemoPart } from '../demo-world.ts'
import { type DemoProtocol, demoCast, demoChance } from '../market/market.ts'
import { demoMoments } from '../market/wave-sql.ts'
import { type DemoPlan, demoSections, FIRST_PLANS, PLANS } from './sections.ts'

const EVERY_SO_MANY = 3
const MILLION = 1e6
// Of what a recorded section may give, it comes near this part: there is always more to forecast.
const RECORDED_PART = 0.9

/**
 * Unlock schedules of the demo world: those of data/unlocks that say so, and one for every third
 * protocol.
 */
export const unlocksDemo: DemoPart = {
  describe: async (stage, { firstDaySec }) => {
    const rows = makeSchedules(firstDaySec).map(({ id, schedule }) => ({
      id,
      file: null,
      schedule: JSON.stringify(schedule),
    }))
    await stage.insertRows(unlockSchedules, [
      ...demoFiles().map((file) => ({ ...toRow(file, SCHEDULES_FOLDER) })),
      ...rows,
    ])
  },
  generate: async (stage, range) => {
    // Chains are read at midnight: a stretch within one day adds nothing, and must not make the
    // figures look newer.
    if (Math.floor(range.toSec / DAY_SEC) === Math.floor(range.fromSec / DAY_SEC)) return
    const list = listRecorded(range.firstDaySec).map(
      ({ id, label, allocation }) => `(${literal(id)}, ${literal(label)}, ${allocation})`,
    )
    const days = '400 + cityHash64(schedule) % 800'
    const unlocked = `${RECORDED_PART} * allocation * (1 - exp(-(toFloat64(atSec) - ${range.firstDaySec}) / (${DAY_SEC} * (${days}))))`
    await stage.insertSelect(
      unlockRecords,
      `SELECT schedule, section, atSec, ${unlocked} AS unlocked
       FROM values('schedule String, section String, allocation Float64', ${list.join(', ')}) AS recorded
       CROSS JOIN (${demoMoments(range, DAY_SEC, DAY_SEC)}) AS moment`,
    )
  },
}

function demoFiles() {
  return readScheduleFiles(listScheduleFiles(SCHEDULES_FOLDER)).good.filter(
    ({ schedule }) => schedule.isDemo,
  )
}

function listRecorded(firstDaySec: number): { id: string; label: string; allocation: number }[] {
  const written = [
    ...demoFiles().map(({ id, schedule }) => ({ id, sections: schedule.sections })),
    ...makeSchedules(firstDaySec).map(({ id, schedule }) => ({ id, sections: schedule.sections })),
  ]
  return written.flatMap(({ id, sections }) =>
    sections.flatMap(({ label, allocation }) =>
      allocation === undefined || allocation === null ? [] : [{ id, label, allocation }],
    ),
  )
}

/** Schedules as a person would write them, dated from the first day of the demo world. */
function makeSchedules(firstDaySec: number) {
  const cast = demoCast()
  const supplies = new Map(cast.coins.map(({ coin, supply }) => [coin, supply]))
  const taken = new Set(demoFiles().map(({ schedule }) => schedule.token))
  const chosen = cast.protocols.filter(
    (protocol) => protocol.deadDay === null && !taken.has(protocol.tokenCoin) && isChosen(protocol),
  )
  return chosen.map((protocol, index) => {
    const plan: DemoPlan =
      FIRST_PLANS[index] ??
      PLANS[Math.floor(PLANS.length * demoChance('plan', protocol.id))] ??
      'classic'
    const slug = toSlug(protocol.name)
    // The market counts with a fixed supply; the most there can be lies above it.
    const total =
      Math.ceil(
        ((supplies.get(protocol.tokenCoin) ?? 0) * (1.2 + demoChance('total', protocol.id))) /
          MILLION,
      ) * MILLION
    const schedule = {
      name: protocol.name,
      token: protocol.tokenCoin,
      aggregatorId: slug,
      protocolIds: [protocol.id, ...(protocol.parent === null ? [] : [protocol.parent])],
      total,
      sources: [`https://example.org/${slug}/token`],
      notes: ['This schedule is made up: it exists only in the demo world.'],
      sections: demoSections(plan, protocol, total, firstDaySec),
    }
    return { id: slug, schedule }
  })
}

/** Every third protocol; of a family the last, whose token is the family's. */
function isChosen({ id, parent, name }: DemoProtocol): boolean {
  return parent === null
    ? Number(id) % EVERY_SO_MANY === 0
    : name.endsWith('V2') && Number(id) % 2 === 0
}
