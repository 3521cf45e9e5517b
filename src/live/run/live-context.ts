import type { Logger } from 'pino'
import type { Clock } from '../../lib/clock.ts'
import type { Observations } from '../../sources/model/observations.ts'
import type { PriceBook, WantedPrices } from '../../sources/model/price-book.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { Store } from '../../store/store.ts'
import type { GuardSettings } from '../guards/rules/settings.ts'
import type { ObservationWriter } from '../model/fact-rows.ts'
import type { Watch } from '../model/watch.ts'
import type { Chains } from './chains.ts'

/** What a live run needs; the composition root builds it, because the platform knows no domain. */
export interface LiveContext {
  store: Store
  clock: Clock
  log: Logger
  chains: Chains
  writers: readonly ObservationWriter[]
  watches: readonly Watch[]
  guards: GuardSettings
  /** Aborted when the service stops: long work ends where it can be resumed. */
  stopping?: AbortSignal
  /** Why some of what was seen shows at no endpoint, or not in totals; a sentence each. */
  remark(seen: Observations, snapshot: Snapshot): Promise<string[]>
  loadPriceBook(snapshot: Snapshot, wanted: WantedPrices, seen: Observations): Promise<PriceBook>
}
