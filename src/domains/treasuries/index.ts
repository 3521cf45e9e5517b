import type { Domain } from '../domain.ts'
import { treasuries as holders, treasuryHoldings } from './facts.ts'
import { treasuryMirror } from './ingest/answers.ts'
import { observeTreasuries, treasuryBalances } from './ingest/treasury-balances.ts'
import { holderStates } from './read/holders.ts'
import { newestHoldingsState } from './read/newest-holdings.ts'
import { listEntities } from './routes/list-entities.ts'
import { listTreasuries } from './routes/list-treasuries.ts'
import { treasuryRowsBehind } from './rows-behind.ts'

export const treasuries: Domain = {
  name: 'treasuries',
  describe: 'Holdings of treasuries of protocols, of funds and of companies.',
  facts: [holders, treasuryHoldings],
  states: [...holderStates, newestHoldingsState],
  routes: [listEntities, listTreasuries],
  mirrored: treasuryMirror,
  readers: [treasuryBalances],
  observe: observeTreasuries,
  rowsBehind: treasuryRowsBehind,
}
