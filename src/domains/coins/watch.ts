import type { Watch } from '../../live/model/watch.ts'
import { prices } from './facts.ts'

export const coinsWatch: readonly Watch[] = [
  { fact: prices, series: ['coin'], value: 'priceUsd', parts: [], nature: 'price', unit: 'usd' },
]
