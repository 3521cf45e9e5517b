import type { ReadingInput, Watch } from '../../live/model/watch.ts'
import type { Observations } from '../../sources/model/observations.ts'
import { NO_EVIDENCE } from '../../sources/model/price-book.ts'
import { normalizeCoinId } from '../registry/public.ts'
import { prices } from './facts.ts'

export const coinsWatch: readonly Watch[] = [
  {
    fact: prices,
    series: ['coin'],
    value: 'priceUsd',
    parts: [],
    nature: 'price',
    unit: 'usd',
    listInputs: listSeenPrices,
  },
]

/** How sure each price is that was seen. */
function listSeenPrices(seen: Observations): ReadingInput[] {
  return seen.prices
    .filter(({ inCoin }) => inCoin === undefined)
    .map(({ coin, atSec, priceUsd, confidence }) => ({
      ...NO_EVIDENCE,
      coin,
      symbol: coin,
      tokens: 1,
      valueUsd: priceUsd,
      priceUsd,
      priceSec: atSec,
      confidence,
      decimals: null,
      series: { coin: normalizeCoinId(coin) ?? coin },
      atSec,
      line: '',
    }))
}
