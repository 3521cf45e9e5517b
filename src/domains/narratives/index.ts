import type { Domain } from '../domain.ts'
import { narrativeMembers } from './facts.ts'
import { getPerformance } from './routes/get-performance.ts'

export const narratives: Domain = {
  name: 'narratives',
  facts: [narrativeMembers],
  routes: [getPerformance],
}
