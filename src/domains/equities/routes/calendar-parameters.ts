import { momentExample, type Parameter, quote } from '../../../http/parameters.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { dateOf, dayOf } from '../derive/days.ts'

export const STATUSES = ['reported', 'inferred', 'confirmed', 'estimated'] as const
export const MAX_ROWS = 20_000

/** A calendar date as its day number. */
export function optionalDate(
  describe: string,
  exampleDaysAhead: number,
): Parameter<number | undefined> {
  const exampleAt = (nowSec: number) => dateOf(Math.floor(nowSec / DAY_SEC) + exampleDaysAhead)
  return {
    describe,
    ...momentExample(exampleAt),
    schema: { type: 'string', format: 'date' },
    parse: (text, name) => {
      if (text === undefined || text === '') return undefined
      const day = /^\d{4}-\d\d-\d\d$/.test(text) ? dayOf(text) : Number.NaN
      // A 30th of February would roll over into March.
      if (Number.isNaN(day) || dateOf(day) !== text)
        throw invalidParameter(name, `must be a date such as 2026-01-31, not ${quote(text)}.`)
      return day
    },
  }
}

export const statusParameter: Parameter<(typeof STATUSES)[number] | undefined> = {
  describe: `Only rows of this \`date_status\`: ${STATUSES.join(', ')}, any case. Nothing is \`confirmed\` yet.`,
  example: 'estimated',
  schema: { type: 'string', enum: STATUSES },
  parse: (text, name) => {
    if (text === undefined || text === '') return undefined
    const found = STATUSES.find((status) => status === text.trim().toLowerCase())
    if (found === undefined)
      throw invalidParameter(name, `must be one of ${STATUSES.join(', ')}, not ${quote(text)}.`)
    return found
  },
}

/** A positive number of rows; more than the most means the most (decision 56). */
export const limitParameter: Parameter<number> = {
  describe: `The most rows, taken from the earliest; at most ${MAX_ROWS}, which is the default.`,
  example: 100,
  schema: { type: 'integer', minimum: 1, default: MAX_ROWS },
  parse: (text, name) => {
    if (text === undefined || text === '') return MAX_ROWS
    const limit = /^\d+$/.test(text) ? Math.min(Number(text), MAX_ROWS) : 0
    if (limit < 1)
      throw invalidParameter(name, `must be a whole number from 1 on, not ${quote(text)}.`)
    return limit
  },
}
