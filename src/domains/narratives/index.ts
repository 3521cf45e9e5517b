import type { Domain } from '../domain.ts'
import { narrativeMembers } from './facts.ts'
import { aggregatorCategories } from './ingest/aggregator-categories.ts'
import { getPerformance } from './routes/get-performance.ts'
import { narrativeRowsBehind } from './rows-behind.ts'

export const narratives: Domain = {
  name: 'narratives',
  describe: 'Performance of categories of coins.',
  facts: [narrativeMembers],
  routes: [getPerformance],
  mirrored: {
    answers: [],
    leftOut: [
      { fact: narrativeMembers, why: 'Answers have averages of categories, not their coins.' },
    ],
  },
  fetches: [aggregatorCategories],
  rowsBehind: narrativeRowsBehind,
}
