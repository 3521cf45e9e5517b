import { protocolHallmarks, protocols, tokens } from '../domains/registry/facts.ts'
import { protocolRow } from '../domains/registry/protocol-row.ts'
import type { ProtocolRow } from '../domains/registry/registry.ts'
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
      ...market.parents.map(({ id, name }) =>
        protocolRow({ id, name, description: 'A family of the demo world.' }),
      ),
      ...market.protocols.map((protocol) => toRow(protocol, firstDaySec)),
    ])
    await stage.insertRows(
      tokens,
      market.coins.map(({ coin, symbol, name, decimals, redirect }) => ({
        coin,
        symbol,
        name,
        decimals,
        redirect,
      })),
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

function toRow(protocol: DemoProtocol, firstDaySec: number): ProtocolRow {
  const daySec = (day: number) => firstDaySec + day * DAY_SEC
  return protocolRow({
    id: protocol.id,
    name: protocol.name,
    symbol: protocol.symbol,
    category: protocol.category,
    parent: protocol.parent,
    tokenCoin: protocol.tokenCoin,
    url: 'https://example.org',
    description: `${protocol.name} is made up: it exists only in the demo world.`,
    methodology: 'Tokens held, valued at the prices of the demo world.',
    audits: '0',
    listedAtSec: daySec(protocol.startDay),
    deadFromSec: protocol.deadDay === null ? null : daySec(protocol.deadDay),
    previousNames: protocol.previousNames,
    doubleCounted: protocol.doubleCounted,
    openSource: true,
  })
}
