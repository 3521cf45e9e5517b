import { hacks } from '../domains/hacks/facts.ts'
import { DAY_SEC } from '../lib/clock.ts'
import type { DemoPart, DemoRange } from './demo-world.ts'
import { type DemoProtocol, demoCast, demoChance } from './market/market.ts'

const CHANCE_A_DAY = 0.1
const CAUSES = [
  { classification: 'Protocol Logic', technique: 'Flashloan Price Oracle Attack' },
  { classification: 'Protocol Logic', technique: 'Reentrancy' },
  { classification: 'Protocol Logic', technique: 'Infinite Mint and Dump' },
  { classification: 'Infrastructure', technique: 'Private Key Compromised' },
  { classification: 'Infrastructure', technique: 'Frontend Attack' },
  { classification: 'Ecosystem', technique: 'Governance Attack' },
  { classification: 'Rugpull', technique: 'Access Control Exploit' },
]
const LANGUAGE_ELSEWHERE: Record<string, string> = {
  solana: 'Rust',
  near: 'Rust',
  sui: 'Move',
  aptos: 'Move',
  starknet: 'Cairo',
  cardano: 'Plutus',
}

/**
 * Incidents of the demo world: some days bring one, to a protocol that is alive, of a part of what
 * it holds.
 */
export const hacksDemo: DemoPart = {
  generate: async (stage, range) => {
    const rows = demoHacks(range)
    // A stretch without an incident adds nothing, so that the list does not look newer than it is.
    if (rows.length > 0) await stage.insertRows(hacks, rows)
  },
}

/** The incidents that a stretch of time brings. */
export function demoHacks({
  firstDaySec,
  fromSec,
  toSec,
}: DemoRange): (Record<string, unknown> & { atSec: number })[] {
  const firstDay = Math.max(0, Math.floor((fromSec - firstDaySec) / DAY_SEC) + 1)
  const dayCount = Math.max(0, Math.floor((toSec - firstDaySec) / DAY_SEC) - firstDay + 1)
  const days = Array.from({ length: dayCount }, (_, index) => firstDay + index).filter(
    (day) => demoChance('hack', day) < CHANCE_A_DAY,
  )
  // Calling up the cast costs more than everything else here, and most stretches need nobody of it.
  const protocols = days.length === 0 ? [] : demoCast().protocols
  return days.flatMap((day) =>
    hackOfDay(day, protocols).map((row) => ({ ...row, atSec: firstDaySec + day * DAY_SEC })),
  )
}

function hackOfDay(day: number, protocols: readonly DemoProtocol[]): Record<string, unknown>[] {
  const chance = (what: string) => demoChance('hack', day, what)
  const protocol = protocols[Math.floor(chance('who') * protocols.length)]
  const cause = CAUSES[Math.floor(chance('how') * CAUSES.length)]
  if (
    protocol === undefined ||
    cause === undefined ||
    day < protocol.startDay ||
    (protocol.deadDay !== null && day >= protocol.deadDay)
  )
    return []
  const [chain = 'ethereum'] = protocol.chains
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
      language:
        cause.classification === 'Protocol Logic'
          ? (LANGUAGE_ELSEWHERE[chain] ?? 'Solidity')
          : null,
    },
  ]
}
