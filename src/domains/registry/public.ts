export { chainFilter } from './chain-filter.ts'
export { type Chain, chainKeySql, chains, knownChains, slugSql } from './chains.ts'
export { coinIdSql, isSourceId, normalizeCoinId } from './coin-id.ts'
export { protocolHallmarks, protocols, tokens } from './facts.ts'
export { hallmarksSchema, listHallmarks } from './hallmarks.ts'
export { coinOfAddress, namedProtocols, protocolIds, readProtocolRow } from './ingest/responses.ts'
export {
  chainNames,
  protocolDetails,
  protocolFields,
  protocolListing,
  protocolMembers,
  protocolNames,
} from './protocol-record.ts'
export { protocolRow } from './protocol-row.ts'
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
