import { MODES, RANGE_NAMES } from '../blocks/chart/prepare.ts'
import { choice } from '../lib/view-state.ts'

/** Keys of every page with a series. */
export const seriesKeys = {
  range: choice(RANGE_NAMES, '1y'),
  mode: choice(MODES, 'abs'),
}
