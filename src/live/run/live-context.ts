import type { Logger } from 'pino'
import type { Clock } from '../../lib/clock.ts'
import type { Observations } from '../../sources/model/observations.ts'
import type { PriceBook, WantedPrices } from '../../sources/model/price-book.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { Store } from '../../store/store.ts'
import type { GuardMemory } from '../guards/memory.ts'
import type { GuardSettings } from '../guards/settings.ts'
import type { Watch } from '../guards/watch.ts'
import type { Chains } from './chains.ts'
import type { ObservationWriter } from './observation-writer.ts'

/**
 * What a live run is made with; the composition root puts it together, because the platform knows
 * no domain.
 */
export interface LiveContext {
  store: Store
  clock: Clock
  log: Logger
  chains: Chains
  writers: readonly ObservationWriter[]
  watches: readonly Watch[]
  guards: GuardSettings
  memory: GuardMemory
  /**
   * Aborted when the service stops: long work ends at the next place where it can be taken up
   * again.
   */
  stopping?: AbortSignal
  loadPriceBook(snapshot: Snapshot, wanted: WantedPrices, seen: Observations): Promise<PriceBook>
}
