import type { Amount, Flow } from '../../model/observations.ts'
import type { BlockRange, InstanceHead } from '../../model/reader-kind.ts'

interface Sides {
  amount: Amount
  instead?: Amount
}

/** Flows of one figure. A range without any gets an explicit zero, which replaces earlier rows. */
export function flowsOf(
  sides: readonly Sides[],
  figure: { metric: string; dataType: string; label: string },
  {
    instance: { protocol, chain, version = '' },
    range,
  }: { instance: InstanceHead; range: BlockRange },
): Flow[] {
  const all: readonly Sides[] = sides.length > 0 ? sides : [{ amount: { usd: 0 } }]
  return all.map((side) => ({
    protocol,
    ...figure,
    version,
    chain,
    ...side,
    atSec: range.fromSec,
  }))
}
