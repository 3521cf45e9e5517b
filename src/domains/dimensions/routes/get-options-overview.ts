import { defineRoute } from '../../../http/route.ts'
import { dataTypeOf, excludeFlags, NOW_STEP_SEC, READS_WITH_METHODS } from './asked.ts'
import { coverageHeader } from './figures.ts'
import {
  exampleOptionsBody,
  exampleOptionsRow,
  optionsBody,
  optionsExtras,
  optionsRow,
} from './options-names.ts'
import { exampleOverview, makeOverview, overviewSchema } from './overview.ts'

export const getOptionsOverview = defineRoute({
  id: 'dimensions.getOptionsOverview',
  summary: 'Volume of all options exchanges',
  describe:
    'Notional volume unless premiums are asked for. Totals leave out double-counted protocols. D is the last complete UTC day; a protocol that is late for D counts with the day before.',
  paths: { free: '/overview/options', pro: '/api/overview/options' },
  query: { ...excludeFlags, dataType: dataTypeOf('options') },
  response: overviewSchema(optionsBody, optionsRow),
  headers: coverageHeader,
  example: exampleOverview(exampleOptionsBody, exampleOptionsRow),
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ query }, context) =>
    makeOverview(context, { metric: 'options', ...query }, optionsExtras(context)),
})
