import type Type from 'typebox'
import { described, timeText } from '../../../http/described.ts'
import { optionalText } from '../../../http/parameters.ts'
import { shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { preIpoCompanies, preIpoMarks, preIpoRounds } from '../facts.ts'

/** Every response has the same envelope (contract). */
export function envelopeSchema<T extends Type.TSchema>(data: T) {
  return shape({
    updatedAt: timeText('When the data was last recorded'),
    data: described(data, 'The answer'),
  })
}

export function envelope(updatedMs: number, data: unknown) {
  return { updatedAt: new Date(updatedMs).toISOString(), data }
}

export const exampleUpdatedAt = '2026-01-14T12:00:00.000Z'
/** Without it 400, with an unknown one 502: the handler decides, so the parameter accepts any text. */
export const companyQuery = {
  company: {
    ...optionalText('Id of a company, in any case.', 'northwind-minds'),
    required: true,
  },
}
export const READS = [preIpoCompanies, preIpoMarks, preIpoRounds]
/** The current month goes up to now. */
export const NOW_STEP_SEC = HOUR_SEC
