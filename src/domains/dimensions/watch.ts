import type { Watch } from '../../live/model/watch.ts'
import { dimensionDays } from './facts.ts'
import { weighFlows } from './ingest/from-observations.ts'

/** Each kind by itself (dimensions.md#from-rows-to-days); paid back, a day may be negative. */
export const dimensionsWatch: readonly Watch[] = [
  {
    fact: dimensionDays,
    series: ['metric', 'protocol', 'dataType'],
    value: 'valueUsd',
    parts: ['version', 'chain', 'label'],
    nature: 'flow',
    unit: 'usd',
    signed: true,
    owner: 'protocol',
    listInputs: weighFlows,
  },
]
