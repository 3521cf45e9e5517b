import Type from 'typebox'
import { mapOf, nullable } from '../../../http/schemas.ts'

/** Figures in units of the token, by peg type. */
export function unitsSchema(what: string) {
  return mapOf(Type.Number(), `${what}, in tokens by peg type; {} when not known`)
}

/** Figures in US dollars, by peg type. */
export function usdSchema(what: string) {
  return mapOf(
    nullable(Type.Number()),
    `${what}, in US dollars by peg type; null without a price or a rate`,
  )
}

/** One figure as a balance object: `{}` when it is not known. */
export function toBalance(pegType: string, units: number | null): Record<string, number> {
  return units === null ? {} : { [pegType]: units }
}
