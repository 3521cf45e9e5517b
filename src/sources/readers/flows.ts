import type { Amount, Flow } from '../model/observations.ts'
import type { InstanceHead, Stretch } from '../model/reader-kind.ts'

interface Sides {
  amount: Amount
  instead?: Amount
}

/**
 * Flows of one figure. A stretch without any says zero, so that reading it again takes back what is
 * no longer true.
 */
export function flowsOf(
  sides: readonly Sides[],
  figure: { metric: string; dataType: string; label: string },
  {
    instance: { protocol, chain, version = '' },
    stretch,
  }: { instance: InstanceHead; stretch: Stretch },
): Flow[] {
  const all: readonly Sides[] = sides.length > 0 ? sides : [{ amount: { usd: 0 } }]
  return all.map((side) => ({
    protocol,
    ...figure,
    version,
    chain,
    ...side,
    atSec: stretch.fromSec,
  }))
}
