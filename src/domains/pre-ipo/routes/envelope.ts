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
    data: described(data, 'The response'),
  })
}

export function envelope(updatedMs: number, data: unknown) {
  return { updatedAt: new Date(updatedMs).toISOString(), data }
}

export const exampleUpdatedAt = '2026-01-14T12:00:00.000Z'

const READS = [preIpoCompanies, preIpoMarks, preIpoRounds]
/** What all operations have in common. */
export const common = {
  errors: ['snapshot_missing'],
  reads: READS,
  // The current month goes up to now.
  nowStepSec: HOUR_SEC,
} as const

/** The same for those of one company. */
export const ofCompany = {
  ...common,
  query: {
    // Without it 400, with an unknown one 502: the handler decides, so any text is accepted.
    company: {
      ...optionalText('Id of a company, in any case.', 'northwind-minds'),
      required: true,
    },
  },
}
