import type { Domain } from '../domain.ts'
import { treasuries as holders, treasuryHoldings } from './facts.ts'
import { treasuryMirror } from './ingest/responses.ts'
import { observeTreasuries, treasuryBalances } from './ingest/treasury-balances.ts'
import { treasuryRowsBehind } from './read.ts'
import { listEntities } from './routes/list-entities.ts'
import { listTreasuries } from './routes/list-treasuries.ts'

export const treasuries: Domain = {
  name: 'treasuries',
  describe: 'Holdings of treasuries of protocols, of funds and of companies.',
  facts: [holders, treasuryHoldings],
  routes: [listEntities, listTreasuries],
  mirrored: treasuryMirror,
  readers: [treasuryBalances],
  observe: observeTreasuries,
  rowsBehind: treasuryRowsBehind,
}
