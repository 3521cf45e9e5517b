import type { Guard } from './guard.ts'
import { drop, spike, unitError } from './jumps.ts'
import { bounds, duplicate, newListing, signError } from './limits.ts'
import { unpriced, vanishedPart } from './parts.ts'
import { stale } from './stale.ts'

/** All guards, surest first: the first that catches a reading names its hold. */
export const GUARDS: readonly Guard[] = [
  bounds,
  signError,
  duplicate,
  unitError,
  unpriced,
  vanishedPart,
  newListing,
  spike,
  drop,
  stale,
]
