export { chainFilter } from './chain-filter.ts'
export { type Chain, chainKeySql, chains, knownChains, slugSql } from './chains.ts'
export { coinIdSql, isSourceId, normalizeCoinId } from './coin-id.ts'
export { protocolHallmarks, protocols, tokens } from './facts.ts'
export { hallmarksSchema, listHallmarks } from './hallmarks.ts'
export { coinOfAddress, namedProtocols, readProtocolRow } from './ingest/protocol-answer.ts'
export { protocolIds } from './ingest/protocol-ids.ts'
export { chainNames, protocolMembers } from './protocol-members.ts'
export { hallmarksState, readRegistry, registryState } from './read.ts'
export {
  countsInChainTotals,
  familyOf,
  isDoubleCounted,
  isLiquidStaking,
  type Protocol,
  type Registry,
} from './registry.ts'
export { idsOf, protocolRows } from './rows-behind.ts'
