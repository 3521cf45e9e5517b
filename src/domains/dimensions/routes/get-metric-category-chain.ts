import { defineRoute } from '../../../http/route.ts'
import { everything, listCategories, narrowToCategory, narrowToChain, openView } from '../view.ts'
import { categoryName, chainName, dataType, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { coverageHeader } from './figures.ts'
import {
  categoryMembers,
  exampleCategory,
  exampleTotals,
  metricTotals,
  totalsSchema,
} from './metric-totals.ts'

export const getMetricCategoryChain = defineRoute({
  id: 'dimensions.getMetricCategoryChain',
  summary: 'Totals of a metric in one category on one chain',
  describe: 'What lies on one chain of a category.',
  paths: { pro: '/api/v2/metrics/{metric}/category/{category}/chain/{chain}' },
  params: { metric: metricName, category: categoryName, chain: chainName },
  query: { dataType },
  response: totalsSchema(categoryMembers),
  headers: coverageHeader,
  example: { ...exampleTotals, ...exampleCategory, chain: 'Ethereum' },
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    const all = everything(view)
    const category = narrowToCategory(all, params.category, view)
    const chain = narrowToChain(category.members, params.chain, view)
    return metricTotals(view, chain.members, {
      category: category.name,
      allCategories: listCategories(all),
      chain: chain.name,
    })
  },
})
