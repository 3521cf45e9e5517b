import type { Domain } from '../domain.ts'
import { datInstitutions, datShares, datTransactions } from './facts.ts'
import { getInstitution } from './routes/get-institution.ts'
import { listInstitutions } from './routes/list-institutions.ts'

export const dat: Domain = {
  name: 'dat',
  facts: [datInstitutions, datTransactions, datShares],
  routes: [listInstitutions, getInstitution],
}
