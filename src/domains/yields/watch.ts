import type { Watch } from '../../live/model/watch.ts'
import { lendingSamples, stakingRates, yieldSamples } from './facts.ts'

/** Value, yield and loans of a pool are one sample and held together (yields.md#samples). */
const sample = { series: ['pool'], parts: [], heldWith: 'pool' } as const

export const yieldsWatch: readonly Watch[] = [
  { ...sample, fact: yieldSamples, value: 'tvlUsd', nature: 'level', unit: 'usd' },
  {
    ...sample,
    fact: yieldSamples,
    value: 'apyPct',
    nature: 'rate',
    unit: 'percent',
    signed: true,
    mayRepeat: true,
  },
  { ...sample, fact: lendingSamples, value: 'totalSupplyUsd', nature: 'level', unit: 'usd' },
  {
    fact: stakingRates,
    series: ['coin'],
    value: 'expectedRate',
    parts: [],
    nature: 'price',
    unit: 'tokens',
    mayRepeat: true,
  },
]
