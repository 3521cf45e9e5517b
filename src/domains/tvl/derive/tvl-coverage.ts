import { type Coverage, coverageOfReadings, type NamedReading } from '../../../derive/coverage.ts'
import type { Protocol } from '../../registry/public.ts'
import { PLAIN } from '../facts.ts'
import { newestSecOf, type RecordRow } from './record-values.ts'

/** A row of a protocol's newest record, and whether it repeats an earlier one. */
export interface NewestRow extends RecordRow {
  isCarried: boolean
}

export type Newest = ReadonlyMap<string, { newestSec: number; rows: readonly NewestRow[] }>

/** How fresh a total over protocols, or one chain's, is; dead protocols are not expected. */
export function tvlCoverage(
  protocols: readonly Protocol[],
  newest: Newest,
  onlyChain?: string,
): Coverage | undefined {
  const members: NamedReading[] = []
  for (const { id, deadFromSec } of protocols) {
    const known = newest.get(id)
    if (known === undefined || deadFromSec !== null) continue
    for (const { chain, section, usd, isCarried } of known.rows) {
      if (section !== PLAIN || (onlyChain !== undefined && chain !== onlyChain)) continue
      const key = { protocol: id, chain }
      members.push({ key, valueUsd: usd, atSec: known.newestSec, isCarried })
    }
  }
  return coverageOfReadings(members, newestSecOf(newest))
}
