import { protocolHallmarks, protocols, tokens } from '../domains/registry/facts.ts'
import { DAY_SEC } from '../lib/clock.ts'
import type { DemoPart } from './demo-world.ts'
import type { DemoProtocol } from './market/protocols.ts'

/** Names, tokens and events of the demo world. */
export const registryDemo: DemoPart = {
  name: 'protocols',
  write: async ({ stage, isFirst, range, market }) => {
    if (!isFirst) return
    const { firstDaySec } = range
    await stage.insertRows(protocols, [
      ...market.parents.map((parent) => ({
        ...parent,
        description: 'A family of the demo world.',
      })),
      ...market.protocols.map((protocol) => toRow(protocol, firstDaySec)),
    ])
    await stage.insertRows(
      tokens,
      market.coins.map(({ priceUsd: _, volatility: __, supply: ___, ...token }) => token),
    )
    await stage.insertRows(protocolHallmarks, listHallmarks(market.protocols, firstDaySec))
  },
}

/** Protocols that opened or closed within the demo world; those that were there before have none. */
export function listHallmarks(
  listed: readonly DemoProtocol[],
  firstDaySec: number,
): { protocol: string; onSec: number; event: string }[] {
  return listed.flatMap(({ id, name, startDay, deadDay }) => {
    const on = (day: number, event: string) => ({
      protocol: id,
      onSec: firstDaySec + day * DAY_SEC,
      event,
    })
    return [
      ...(startDay === 0 ? [] : [on(startDay, `${name} opens`)]),
      ...(deadDay === null ? [] : [on(deadDay, `${name} closes`)]),
    ]
  })
}

function toRow(protocol: DemoProtocol, firstDaySec: number): Record<string, unknown> {
  const { id, name, symbol, category, parent, tokenCoin, previousNames, doubleCounted } = protocol
  const daySec = (day: number) => firstDaySec + day * DAY_SEC
  return {
    ...{ id, name, symbol, category, parent, tokenCoin, previousNames, doubleCounted },
    url: 'https://example.org',
    description: `${name} is made up: it exists only in the demo world.`,
    methodology: 'Tokens held, valued at the prices of the demo world.',
    audits: '0',
    listedAtSec: daySec(protocol.startDay),
    deadFromSec: protocol.deadDay === null ? null : daySec(protocol.deadDay),
    openSource: true,
  }
}
