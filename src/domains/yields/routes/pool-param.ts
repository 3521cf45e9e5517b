import type { Parameter } from '../../../http/parameters.ts'
import { quote } from '../../../http/parameters.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { normalizePoolId } from '../pool-id.ts'

/** The id of a pool in a path, in any case. */
export function poolId(describe: string): Parameter<string> {
  return {
    describe,
    example: '9e49962d-df49-5f95-ab00-8a8575913c72',
    schema: { type: 'string', format: 'uuid' },
    parse: (value, name) => {
      const id = normalizePoolId(value ?? '')
      if (id === undefined)
        throw invalidParameter(name, `must be the id of a pool, a UUID, not ${quote(value ?? '')}.`)
      return id
    },
  }
}
