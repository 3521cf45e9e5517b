import type { Domain } from '../domain.ts'
import { getUsage } from './routes/get-usage.ts'

export const account: Domain = { name: 'account', facts: [], routes: [getUsage] }
