import type { Domain } from '../domain.ts'
import { statementRowsBehind } from './read.ts'
import { getStatement } from './routes/get-statement.ts'

export const financials: Domain = {
  name: 'financials',
  describe: 'Income statements of protocols.',
  facts: [],
  routes: [getStatement],
  rowsBehind: statementRowsBehind,
}
