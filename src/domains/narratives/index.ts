import type { Domain } from '../domain.ts'
import { narrativeMembers } from './facts.ts'
import { aggregatorCategories } from './ingest/aggregator-categories.ts'
import { narrativeRowsBehind } from './read.ts'
import { getPerformance } from './routes/get-performance.ts'

export const narratives: Domain = {
  name: 'narratives',
  describe: 'Performance of categories of coins.',
  facts: [narrativeMembers],
  routes: [getPerformance],
  mirrored: {
    responses: [],
    leftOut: [
      { fact: narrativeMembers, why: 'Responses have averages of categories, not their coins.' },
    ],
  },
  fetches: [aggregatorCategories],
  rowsBehind: narrativeRowsBehind,
}
