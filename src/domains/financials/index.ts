import type { Domain } from '../domain.ts'
import { getStatement } from './routes/get-statement.ts'

export const financials: Domain = { name: 'financials', facts: [], routes: [getStatement] }
