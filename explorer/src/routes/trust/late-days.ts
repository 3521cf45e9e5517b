import type { AnswerOf } from '../../api/operations.ts'

type FactAge = AnswerOf<'getFreshness'>['facts'][number]

// As the service has it: late is older than two steps.
const MAX_STEPS = 2

/** Days at whose end a fact was late; null where none is expected or no day is known. */
export function lateDays({ history = [], expectedSeconds }: FactAge): number | null {
  if (expectedSeconds === null || expectedSeconds === undefined) return null
  const ages = history.flatMap(({ ageSeconds }) => ageSeconds ?? [])
  return ages.length === 0 ? null : ages.filter((age) => age > expectedSeconds * MAX_STEPS).length
}
