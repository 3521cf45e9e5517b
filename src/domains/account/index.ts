import type { Domain } from '../domain.ts'
import { getUsage } from './routes/get-usage.ts'

export const account: Domain = {
  name: 'account',
  describe: 'The key of a call: its plan, and the credits that are left.',
  facts: [],
  routes: [getUsage],
}
