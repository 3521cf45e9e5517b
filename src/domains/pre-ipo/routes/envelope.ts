import Type from 'typebox'
import { optionalText } from '../../../http/parameters.ts'
import { shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { preIpoCompanies, preIpoMarks, preIpoRounds } from '../facts.ts'

/** Every answer is wrapped alike (contract). */
export function envelopeSchema<T extends Type.TSchema>(data: T) {
  return shape({ updatedAt: Type.String({ description: 'ISO 8601' }), data })
}

export function envelope(updatedMs: number, data: unknown) {
  return { updatedAt: new Date(updatedMs).toISOString(), data }
}

export const exampleUpdatedAt = '2026-01-14T12:00:00.000Z'
/** Missing it is 400, an unknown one 502, so that the parameter itself lets everything through. */
export const companyQuery = {
  company: optionalText('Id of a company, in any case. Required.', 'northwind-robotics'),
}
export const READS = [preIpoCompanies, preIpoMarks, preIpoRounds]
/** The current month goes up to now. */
export const NOW_STEP_SEC = HOUR_SEC
