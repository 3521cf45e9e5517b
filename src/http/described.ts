import Type from 'typebox'
import { nullable } from './schemas.ts'

/** Members of responses, so that unit and meaning are said in one way. */

export function string(description: string) {
  return Type.String({ description })
}

export function number(description: string) {
  return Type.Number({ description })
}

export function integer(description: string) {
  return Type.Integer({ description })
}

export function boolean(description: string) {
  return Type.Boolean({ description })
}

export function usd(description?: string) {
  return number(withUnit(description, 'US dollars'))
}

export function percent(description?: string) {
  return number(withUnit(description, 'percent'))
}

export function unixSec(description?: string) {
  return integer(withUnit(description, 'Unix seconds'))
}

/** The time of a daily point. */
export function unixDay(description = 'Start of the UTC day') {
  return unixSec(description)
}

export function timeText(description: string) {
  return string(withUnit(description, 'ISO 8601'))
}

export function dayText(description: string) {
  return string(withUnit(description, 'YYYY-MM-DD'))
}

export function nullableText(description: string) {
  return nullable(string(description))
}

/** A member outside the contract: left out when unknown (responses.md#members). */
export function optionalText(description: string) {
  return Type.Optional(Type.String({ description: `${description}; absent when unknown` }))
}

export function textList(description: string) {
  return Type.Array(Type.String(), { description })
}

/** The same schema as a member with a meaning of its own. */
export function described<T extends Type.TSchema>(schema: T, description: string): T {
  return { ...schema, description } as T
}

function withUnit(description: string | undefined, unit: string): string {
  return description === undefined
    ? `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`
    : `${description}, ${unit}`
}
