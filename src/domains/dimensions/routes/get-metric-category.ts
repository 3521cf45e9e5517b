import { defineRoute } from '../../../http/route.ts'
import { everything, listCategories, narrowToCategory, openView } from '../view.ts'
import { categoryName, dataType, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { coverageHeader } from './figures.ts'
import {
  categoryMembers,
  exampleCategory,
  exampleTotals,
  metricTotals,
  totalsSchema,
} from './metric-totals.ts'

export const getMetricCategory = defineRoute({
  id: 'dimensions.getMetricCategory',
  summary: 'Totals of a metric in one category',
  describe:
    'The same rules as for the whole, so that categories add up to it. A tag counts as a category.',
  paths: { pro: '/api/v2/metrics/{metric}/category/{category}' },
  params: { metric: metricName, category: categoryName },
  query: { dataType },
  response: totalsSchema(categoryMembers),
  headers: coverageHeader,
  example: { ...exampleTotals, ...exampleCategory },
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    const all = everything(view)
    const category = narrowToCategory(all, params.category, view)
    return metricTotals(view, category.members, {
      category: category.name,
      allCategories: listCategories(all),
    })
  },
})
