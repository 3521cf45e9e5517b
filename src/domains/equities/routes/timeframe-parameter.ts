import { type Parameter, quote } from '../../../http/parameters.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { findTimeframe, TIMEFRAMES, type Timeframe } from '../derive/prices/timeframe.ts'

/** How far back to go; any case, empty or absent means all of history. */
export const timeframeParameter: Parameter<Timeframe> = {
  describe: `One of ${TIMEFRAMES.join(', ')}, any case; default MAX. 1D, 7D and 1W are in five-minute steps where there are any.`,
  example: '1Y',
  schema: { type: 'string', enum: TIMEFRAMES, default: 'MAX' },
  parse: (text, name) => {
    if (text === undefined) return 'MAX'
    const found = findTimeframe(text)
    if (found === undefined)
      throw invalidParameter(name, `must be one of ${TIMEFRAMES.join(', ')}, not ${quote(text)}.`)
    return found
  },
}
