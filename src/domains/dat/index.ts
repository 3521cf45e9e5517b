import type { Domain } from '../domain.ts'
import { datInstitutions, datShares, datTransactions } from './facts.ts'
import { datMirror } from './ingest/responses.ts'
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
  routes: [listInstitutions, getInstitution],
  mirrored: datMirror,
  rowsBehind: institutionRowsBehind,
}
