import type { DemoPart } from '../../ingest/demo.ts'
import { type DemoProtocol, demoCast } from './demo-cast.ts'
import { protocols, tokens } from './facts.ts'
import { protocolRow } from './protocol-row.ts'
import type { ProtocolRow } from './registry.ts'

/** Names and tokens of the demo world. */
export const registryDemo: DemoPart = {
  describe: async (stage, { firstDaySec }) => {
    const cast = demoCast()
    const rows = [
      ...cast.parents.map(({ id, name }) => protocolRow({ id, name, description: 'A family of the demo world.' })),
      ...cast.protocols.map((protocol) => toRow(protocol, firstDaySec)),
    ]
    await stage.insertRows(protocols, rows)
    await stage.insertRows(
      tokens,
      cast.coins.map(({ coin, symbol, name, decimals, redirect }) => ({ coin, symbol, name, decimals, redirect })),
    )
  },
}

function toRow(protocol: DemoProtocol, firstDaySec: number): ProtocolRow {
  const daySec = (day: number) => firstDaySec + day * 86_400
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
