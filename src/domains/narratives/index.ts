import type { Domain } from '../domain.ts'
import { narrativesDemo } from './demo.ts'
import { narrativeMembers } from './facts.ts'
import { getPerformance } from './routes/get-performance.ts'

export const narratives: Domain = {
  name: 'narratives',
  facts: [narrativeMembers],
  routes: [getPerformance],
  demo: narrativesDemo,
}
