import type { ProtocolRow } from './registry.ts'

/** A protocol of which nothing is known but what is given. */
export function protocolRow(
  given: Partial<ProtocolRow> & { id: string; name: string },
): ProtocolRow {
  return {
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
    ...given,
  }
}
