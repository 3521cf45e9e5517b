import type { DemoPart } from '../../ingest/demo.ts'
import { type DemoProtocol, demoCast } from './demo-cast.ts'
import { protocols, tokens } from './facts.ts'
import type { ProtocolRow } from './registry.ts'

const nothing: Omit<ProtocolRow, 'id' | 'name'> = {
  symbol: null,
  category: null,
  parent: null,
  tokenCoin: null,
  url: null,
  description: null,
  logo: null,
  aggregatorId: null,
  rankingSiteId: null,
  socialHandle: null,
  module: null,
  methodology: null,
  audits: null,
  auditNote: null,
  auditLinks: [],
  listedAtSec: null,
  deadFromSec: null,
  previousNames: [],
  tags: [],
  forkedFrom: [],
  oracles: [],
  governanceIds: [],
  codeRepos: [],
  treasury: null,
  referralUrl: null,
  doubleCounted: false,
  misrepresentedTokens: false,
  excludedFromParent: false,
  deprecated: false,
  rugged: false,
  wrongLiquidity: false,
  openSource: null,
}

/** Names and tokens of the demo world. */
export const registryDemo: DemoPart = {
  describe: async (stage, { firstDaySec }) => {
    const cast = demoCast()
    const rows = [
      ...cast.parents.map(({ id, name }): ProtocolRow => ({ ...nothing, id, name, description: 'A family of the demo world.' })),
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
  return {
    ...nothing,
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
  }
}
