import type { Clock } from '../lib/clock.ts'
import { commitRun, type RunResult } from '../runs/run.ts'
import type { Store } from '../store/store.ts'
import type { DemoRange } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { demoMarket } from './market/market.ts'

/** Writes some later ranges of one part as one run. */
export function writeRanges(
  { store, clock }: { store: Store; clock: Clock },
  part: DemoPart,
  ranges: readonly DemoRange[],
): Promise<RunResult> {
  const market = demoMarket()
  return commitRun(store, { source: 'test', clock, again: true }, async (stage) => {
    for (const range of ranges)
      await part.write({ range, isFirst: false, market, stage, engine: store.engine })
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
}
