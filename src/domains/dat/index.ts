import type { Domain } from '../domain.ts'
import { datInstitutions, datShares, datTransactions } from './facts.ts'
import { datMirror } from './ingest/answers.ts'
import {
  assetsState,
  assetTokensState,
  dealtAssetsState,
  dealtCoinsState,
  pricedCoinsState,
  priceHistoriesState,
} from './read/assets.ts'
import { closesState, listingKeysState } from './read/closes.ts'
import { flowsState } from './read/flows.ts'
import {
  describedState,
  institutionsState,
  sharesState,
  transactionsState,
} from './read/institutions.ts'
import { getInstitution } from './routes/get-institution.ts'
import { listInstitutions } from './routes/list-institutions.ts'
import { institutionRowsBehind } from './rows-behind.ts'
import { institutionSearch } from './search.ts'
export const dat: Domain = {
  name: 'dat',
  describe:
    'Institutions that hold crypto assets: what they hold, what they paid, and how the market values them.',
  facts: [datInstitutions, datTransactions, datShares],
  search: [institutionSearch],
  states: [
    institutionSearch.index,
    describedState,
    transactionsState,
    sharesState,
    institutionsState,
    dealtAssetsState,
    dealtCoinsState,
    assetTokensState,
    pricedCoinsState,
    priceHistoriesState,
    assetsState,
    listingKeysState,
    closesState,
    flowsState,
  ],
  routes: [listInstitutions, getInstitution],
  mirrored: datMirror,
  rowsBehind: institutionRowsBehind,
}
