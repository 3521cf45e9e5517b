import { afterAll, beforeAll } from 'vitest'
import { Store } from '../../../src/store/store.ts'
import { type Bench, FACTS, type Place } from './facts.ts'
import { describeOpening } from './opening.ts'
import { describeOrders } from './orders.ts'
import { describeRows } from './rows.ts'
import { describeRuns } from './runs.ts'
import { describeVersions } from './versions.ts'
import { describeFollowing, describeVisibility } from './visibility.ts'

/**
 * What a store must do on every engine; `start` gives the engine, in a process of its own or in
 * this one.
 */
export function describeStore(
  start: () => Promise<{ place: Place; stop(): Promise<void> }>,
): Bench {
  let place: Place | undefined
  let stop: () => Promise<void>
  let store: Store | undefined
  const bench: Bench = {
    get store() {
      if (store === undefined) throw new Error('The store is not open.')
      return store
    },
    reopen: async (facts = FACTS, log = undefined) => {
      await store?.close()
      if (place !== undefined) store = await Store.open({ facts, ...place, log })
    },
  }

  beforeAll(async () => {
    const started = await start()
    place = started.place
    stop = started.stop
    await bench.reopen()
  })

  afterAll(async () => {
    await store?.close()
    await stop()
  })

  describeRows(bench)
  describeRuns(bench)
  describeOrders(bench)
  describeVisibility(bench)
  describeVersions(bench)
  describeFollowing(bench, () => {
    if (place === undefined) throw new Error('The engine is not there.')
    return place
  })
  describeOpening(bench)
  return bench
}
