import parts from '../../data/demo-parts.json' with { type: 'json' }
import { raises } from '../domains/raises/facts.ts'
import { DAY_SEC } from '../lib/clock.ts'
import { type DemoRange, endsStep, fromFirstDay } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { demoChance, pick } from './market/chance.ts'
import type { DemoProtocol } from './market/protocols.ts'

const CHANCE_PER_DAY = 0.165
const CHANCE_OF_A_SECOND_REPORT = 0.3
const MAX_DAYS_LATER = 4
const REPORTERS = ['round-watch', 'ledger-wire'] as const
/** Funding rounds of the demo world; some are reported again later, a little differently. */
export const raisesDemo: DemoPart = {
  name: 'raises',
  write: async ({ stage, range, market, isFirst }) => {
    const rows = listReports(isFirst ? fromFirstDay(range) : range, market.protocols)
    // A range without a round adds nothing, so that the list does not look newer than it is.
    if (rows.length > 0) await stage.insertRows(raises, rows)
  },
}

/** The reports within a range. */
export function listReports(
  range: DemoRange,
  protocols: readonly DemoProtocol[],
): (Record<string, unknown> & { atSec: number })[] {
  const { firstDaySec, fromSec, toSec } = range
  const dayOf = (atSec: number) => Math.floor((atSec - firstDaySec) / DAY_SEC)
  if (!endsStep(range, DAY_SEC)) return []
  const firstDay = Math.max(0, dayOf(fromSec) - MAX_DAYS_LATER)
  const days = Array.from({ length: dayOf(toSec) - firstDay + 1 }, (_, index) => firstDay + index)
  return days
    .filter((day) => demoChance('raise', day) < CHANCE_PER_DAY)
    .flatMap((day) => reportsOfDay(day, protocols))
    .map(({ day, ...row }) => ({ ...row, atSec: firstDaySec + day * DAY_SEC }))
    .filter(({ atSec }) => atSec > fromSec && atSec <= toSec)
}

function reportsOfDay(
  day: number,
  protocols: readonly DemoProtocol[],
): ({ day: number } & Record<string, unknown>)[] {
  const chance = (what: string) => demoChance('raise', day, what)
  const protocol = pick(protocols, chance('who'))
  const kind = pick(parts.raises.kinds, chance('kind'))
  if (protocol.deadDay !== null && day >= protocol.deadDay) return []
  const amount = chance('disclosed') < 0.1 ? null : rounded(kind.amount * (0.5 + chance('amount')))
  const [lead = '', ...others] = parts.raises.investors
    .toSorted((a, b) => chance(a) - chance(b))
    .slice(0, 2 + Math.floor(4 * chance('investors')))
  const [reporter, second] = chance('reporter') < 0.5 ? REPORTERS : REPORTERS.toReversed()
  const common = {
    name: protocol.name,
    protocol: protocol.parent ?? protocol.id,
    round: kind.round,
    chains: protocol.chains.slice(0, 3),
  }
  const report = {
    ...common,
    day,
    reporter,
    report: `day-${day}`,
    amountMillionUsd: amount,
    valuationMillionUsd:
      amount === null || chance('valued') < 0.6 ? null : rounded(amount * kind.valuation),
    sector: `${protocol.name} is made up: it raised in the demo world only.`,
    category: protocol.category,
    link: `https://example.org/raises/${day}`,
    leadInvestors: [lead],
    otherInvestors: others,
  }
  if (chance('second') >= CHANCE_OF_A_SECOND_REPORT) return [report]
  const later = {
    ...common,
    day: day + Math.floor(chance('later') * MAX_DAYS_LATER),
    reporter: second,
    report: `day-${day}`,
    amountMillionUsd:
      amount === null ? null : rounded(amount * (0.94 + 0.12 * chance('otherwise'))),
    leadInvestors: [],
    otherInvestors: [lead, 'South Syndicate'],
  }
  return [report, later]
}

function rounded(millions: number): number {
  return Math.round(millions * 10) / 10
}
