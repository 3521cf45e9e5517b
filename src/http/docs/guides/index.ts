import { asOf } from './as-of.ts'
import { coinIds } from './coin-ids.ts'
import { errors } from './errors.ts'
import { formats } from './formats.ts'
import type { Guide } from './guide.ts'
import { keys } from './keys.ts'
import { limits } from './limits.ts'
import { pages } from './pages.ts'
import { quickStart } from './quick-start.ts'

/** In the order in which a newcomer needs them. */
export const GUIDES: readonly Guide[] = [
  quickStart,
  keys,
  limits,
  errors,
  coinIds,
  asOf,
  pages,
  formats,
]
