import { invalidParameter } from '../../lib/errors.ts'
import { type Parameter, quote } from '../parameters.ts'

/** One of some words, or none. */
export function choice<const N extends string>(
  describe: string,
  allowed: readonly N[],
  example: N,
): Parameter<N | undefined> {
  return {
    describe,
    example,
    schema: { type: 'string', enum: [...allowed] },
    parse: (value, name) => {
      if (value === undefined || value === '') return undefined
      const found = allowed.find((candidate) => candidate === value)
      if (found === undefined)
        throw invalidParameter(name, `must be one of ${allowed.join(', ')}, not ${quote(value)}.`)
      return found
    },
  }
}
