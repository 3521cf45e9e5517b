import parts from '../../data/demo-parts.json' with { type: 'json' }
import { unlockRecords, unlockSchedules } from '../domains/unlocks/facts.ts'
import { toRow } from '../domains/unlocks/ingest/load-schedules.ts'
import {
  listScheduleFiles,
  readScheduleFiles,
  SCHEDULES_FOLDER,
} from '../domains/unlocks/ingest/schedule-files.ts'
import { DAY_SEC } from '../lib/clock.ts'
import { toSlug } from '../lib/slug.ts'
import { sql } from '../lib/sql.ts'
import { endsStep, timestampsSql } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { demoChance, pick } from './market/chance.ts'
import type { DemoMarket } from './market/market.ts'
import type { DemoProtocol } from './market/protocols.ts'
import { rowsSql } from './rows.ts'

const SCHEDULE_EVERY = 3
const MILLION = 1e6
// Less than its allocation is recorded of a section, so that there is always more to forecast.
const RECORDED_PART = 0.9

/** Demo schedules of data/unlocks, and one for every third protocol. */
export const unlocksDemo: DemoPart = {
  name: 'unlocks',
  write: async ({ stage, isFirst, range, market }) => {
    // Chains are read at midnight.
    if (!endsStep(range, DAY_SEC)) return
    const { firstDaySec } = range
    const files = listDemoFiles()
    const schedules = makeSchedules(market, firstDaySec, files)
    if (isFirst)
      await stage.insertRows(unlockSchedules, [
        ...files.map((file) => ({ ...toRow(file, SCHEDULES_FOLDER) })),
        ...schedules.map(({ id, schedule }) => ({
          id,
          file: null,
          schedule: JSON.stringify(schedule),
        })),
      ])
    const rows = [...files, ...schedules].flatMap(({ id, schedule }) =>
      schedule.sections.flatMap(({ label, allocation }) =>
        allocation === undefined || allocation === null ? [] : [[id, label, allocation]],
      ),
    )
    const days = sql`400 + cityHash64(schedule) % 800`
    const unlocked = sql`${RECORDED_PART} * allocation * (1 - exp(-(toFloat64(atSec) - ${firstDaySec}) / (${DAY_SEC} * (${days}))))`
    await stage.insertSelect(
      unlockRecords,
      sql`SELECT schedule, section, atSec, ${unlocked} AS unlocked
       FROM ${rowsSql(sql`schedule String, section String, allocation Float64`, rows)} AS recorded
       CROSS JOIN (${timestampsSql(range, DAY_SEC, DAY_SEC)}) AS timestamp`,
    )
  },
}

type DemoFile = ReturnType<typeof listDemoFiles>[number]

function listDemoFiles() {
  return readScheduleFiles(listScheduleFiles(SCHEDULES_FOLDER)).good.filter(
    ({ schedule }) => schedule.isDemo,
  )
}

/** Schedules as a person would write them, dated from the first day of the demo world. */
function makeSchedules(
  { protocols, coinById }: DemoMarket,
  firstDaySec: number,
  files: readonly DemoFile[],
) {
  const taken = new Set(files.map(({ schedule }) => schedule.token))
  const chosen = protocols.filter(
    (protocol) => protocol.deadDay === null && !taken.has(protocol.tokenCoin) && isChosen(protocol),
  )
  return chosen.map((protocol, index) => {
    const token = coinById.get(protocol.tokenCoin)
    if (token === undefined) throw new Error(`The demo market has no token of ${protocol.name}.`)
    const slug = toSlug(protocol.name)
    // The supply of the market is fixed; the total is above it.
    const total =
      Math.ceil((token.supply * (1.2 + demoChance('total', protocol.id))) / MILLION) * MILLION
    const schedule = {
      name: protocol.name,
      token: protocol.tokenCoin,
      aggregatorId: slug,
      protocolIds: [protocol.id, ...(protocol.parent === null ? [] : [protocol.parent])],
      total,
      sources: [`https://example.org/${slug}/token`],
      notes: ['This schedule is made up: it exists only in the demo world.'],
      sections: demoSections(planOf(index, protocol), protocol, total, firstDaySec),
    }
    return { id: slug, schedule }
  })
}

/** Every third protocol; of a family the last, whose token is the family's. */
function isChosen({ id, parent, name }: DemoProtocol): boolean {
  return parent === null
    ? Number(id) % SCHEDULE_EVERY === 0
    : name.endsWith('V2') && Number(id) % 2 === 0
}

/** How tokens of a demo protocol are given out: parts of the total, from days of the demo world. */
interface Plan {
  /** The launch is at random within some days after this one. */
  launchDay: number
  spreadDays: number
  /** A plan whose sections come first. */
  extends?: string
  sections: readonly PlannedSection[]
}

interface PlannedSection {
  label: string
  category: string
  unlocks?: readonly Readonly<Record<string, unknown>>[]
  recorded?: boolean
  allocationPercent?: number
  burn?: boolean
}

const PLANS: Readonly<Record<string, Plan>> = parts.unlocks
const NAMES = Object.keys(PLANS)

/** The first schedules have one plan each, so that every plan occurs; of the others many are classic. */
export function planOf(index: number, protocol: DemoProtocol): string {
  return NAMES[index] ?? pick(['classic', 'classic', ...NAMES], demoChance('plan', protocol.id))
}

/** The sections of a schedule, as a file of data/unlocks has them; they add up to `total`. */
export function demoSections(
  name: string,
  protocol: DemoProtocol,
  total: number,
  firstDaySec: number,
): { label: string; allocation?: number }[] {
  const plan = PLANS[name]
  if (plan === undefined) throw new Error(`The demo world has no plan ${name}.`)
  const launchDay = plan.launchDay + plan.spreadDays * demoChance('launch', protocol.id)
  const dateOf = (day: number) =>
    new Date((firstDaySec + Math.floor(day) * DAY_SEC) * 1000).toISOString().slice(0, 10)
  const part = (percent: number) => (total / 100) * percent
  const rewards = protocol.category.includes('Stak') ? 'staking' : 'farming'
  const unlockOf = (unlock: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(unlock).map(([member, value]) => {
        if (value === 'launch') return [member, dateOf(launchDay)]
        if (member === 'at' || member === 'from') return [member, dateOf(Number(value))]
        if (member !== 'percent') return [member, value]
        return [unlock.type === 'step' ? 'amountPerStep' : 'amount', part(Number(value))]
      }),
    )
  const planned = [...(PLANS[plan.extends ?? '']?.sections ?? []), ...plan.sections]
  return planned.map(({ category, unlocks, allocationPercent, label, ...flags }) => ({
    label,
    category: category === 'rewards' ? rewards : category,
    ...(unlocks && { unlocks: unlocks.map(unlockOf) }),
    ...flags,
    ...(allocationPercent !== undefined && { allocation: part(allocationPercent) }),
  }))
}
