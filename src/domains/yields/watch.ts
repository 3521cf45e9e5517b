import type { Watch } from '../../ingest/guards/watch.ts'
import { lendingSamples, stakingRates, yieldSamples } from './facts.ts'

type Row = Readonly<Record<string, unknown>>

/** A pool's value, its yield and what it lends are one sample, so they are held together (semantics 5.2). */
const sample = { series: ['pool'], parts: [], heldWith: 'pool' } as const

/** The total yield as the fact will have it: the sum of its parts where one is given; what is below zero is stored as zero. */
function totalApyPct(row: Row): number | null {
  const { apyPct = null, apyBasePct = null, apyRewardPct = null } = row
  const total = apyBasePct === null && apyRewardPct === null ? apyPct : Number(apyBasePct ?? 0) + Number(apyRewardPct ?? 0)
  if (total === null) return null
  return row.kind === 'options' ? Number(total) : Math.max(0, Number(total))
}

export const yieldsWatch: readonly Watch[] = [
  { ...sample, fact: yieldSamples, value: 'tvlUsd', nature: 'level', unit: 'usd' },
  { ...sample, fact: yieldSamples, value: 'apyPct', figure: totalApyPct, nature: 'rate', unit: 'percent', signed: true, mayRepeat: true },
  { ...sample, fact: lendingSamples, value: 'totalSupplyUsd', nature: 'level', unit: 'usd' },
  { fact: stakingRates, series: ['coin'], value: 'expectedRate', parts: [], nature: 'price', unit: 'tokens', mayRepeat: true },
]
