import { bounds } from './bounds.ts'
import { drop } from './drop.ts'
import { duplicate } from './duplicate.ts'
import type { Guard } from './guard.ts'
import { newListing } from './new-listing.ts'
import { signError } from './sign-error.ts'
import { spike } from './spike.ts'
import { stale } from './stale.ts'
import { unitError } from './unit-error.ts'
import { unpriced } from './unpriced.ts'
import { vanishedPart } from './vanished-part.ts'

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
