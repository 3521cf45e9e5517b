import type { Watch } from '../../live/model/watch.ts'
import { chainAssets, tvlRecords, tvlTokens } from './facts.ts'
import { weighHoldings } from './ingest/from-observations.ts'

/** Value and tokens of a protocol are one record, so they are held together (tvl.md#records). */
const record = {
  series: ['protocol'],
  nature: 'level',
  unit: 'usd',
  heldWith: 'tvl',
  owner: 'protocol',
  listInputs: weighHoldings,
} as const

export const tvlWatch: readonly Watch[] = [
  { ...record, fact: tvlRecords, value: 'tvlUsd', parts: ['chain', 'section'], split: 'section' },
  { ...record, fact: tvlTokens, value: 'valueUsd', parts: ['chain', 'section', 'token'] },
  {
    fact: chainAssets,
    series: ['chain'],
    value: 'valueUsd',
    parts: ['bucket', 'symbol'],
    nature: 'level',
    unit: 'usd',
  },
]
