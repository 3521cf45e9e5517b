import parts from '../../data/demo-parts.json' with { type: 'json' }
import { hacks } from '../domains/hacks/facts.ts'
import { at } from '../lib/at.ts'
import { DAY_SEC } from '../lib/clock.ts'
import { type DemoRange, fromFirstDay } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { demoChance, pick } from './market/chance.ts'
import type { DemoProtocol } from './market/protocols.ts'

const CHANCE_PER_DAY = 0.1
const LANGUAGES: Readonly<Record<string, string>> = parts.hacks.languages

/** Incidents of the demo world: on some days a protocol loses a part of what it holds. */
export const hacksDemo: DemoPart = {
  name: 'hacks',
  write: async ({ stage, range, market, isFirst }) => {
    const rows = listHacks(isFirst ? fromFirstDay(range) : range, market.protocols)
    const last = isFirst ? lastReturn(rows) : undefined
    const known = rows.map((row) => (row === last ? { ...row, returnedUsd: null } : row))
    // A range without an incident adds nothing, so that the list does not look newer than it is.
    if (rows.length > 0) await stage.insertRows(hacks, known)
  },
  correct: async ({ range, market }) => {
    const last = lastReturn(listHacks(fromFirstDay(range), market.protocols))
    return last === undefined ? [] : [{ fact: hacks, rows: [last] }]
  },
}

/** The last incident of which something came back: that becomes known with the second run. */
function lastReturn<Row extends Record<string, unknown>>(rows: readonly Row[]): Row | undefined {
  return rows.findLast(({ returnedUsd }) => returnedUsd !== null)
}

/** The incidents within a range. */
export function listHacks(
  { firstDaySec, fromSec, toSec }: DemoRange,
  protocols: readonly DemoProtocol[],
): (Record<string, unknown> & { atSec: number })[] {
  const firstDay = Math.max(0, Math.floor((fromSec - firstDaySec) / DAY_SEC) + 1)
  const dayCount = Math.max(0, Math.floor((toSec - firstDaySec) / DAY_SEC) - firstDay + 1)
  const days = Array.from({ length: dayCount }, (_, index) => firstDay + index).filter(
    (day) => demoChance('hack', day) < CHANCE_PER_DAY,
  )
  return days.flatMap((day) =>
    hackOfDay(day, protocols).map((row) => ({ ...row, atSec: firstDaySec + day * DAY_SEC })),
  )
}

function hackOfDay(day: number, protocols: readonly DemoProtocol[]): Record<string, unknown>[] {
  const chance = (what: string) => demoChance('hack', day, what)
  const protocol = pick(protocols, chance('who'))
  const cause = pick(parts.hacks.causes, chance('how'))
  if (day < protocol.startDay || (protocol.deadDay !== null && day >= protocol.deadDay)) return []
  const chain = at(protocol.chains, 0)
  const amountUsd = Math.round(protocol.sizeUsd * 0.12 * chance('part') ** 2)
  return [
    {
      id: `day-${day}`,
      name: protocol.name,
      ...cause,
      amountUsd,
      returnedUsd: chance('returned') < 0.25 ? Math.round(amountUsd * chance('share')) : null,
      chains: [chain],
      bridgeHack: protocol.category === 'Bridge',
      targetType: protocol.category === 'CEX' ? 'CEX' : 'DeFi Protocol',
      link: `https://example.org/hacks/${day}`,
      protocol: protocol.id,
      language: cause.classification === 'Protocol Logic' ? (LANGUAGES[chain] ?? 'Solidity') : null,
    },
  ]
}
