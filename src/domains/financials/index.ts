import type { Domain } from '../domain.ts'
import { getStatement } from './routes/get-statement.ts'
import { statementRowsBehind } from './rows-behind.ts'

export const financials: Domain = {
  name: 'financials',
  describe: 'Income statements of protocols.',
  facts: [],
  routes: [getStatement],
  rowsBehind: statementRowsBehind,
}
