import type { Parameter } from '../../../http/parameters.ts'
import { quote } from '../../../http/parameters.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { normalizePoolId } from '../pool-id.ts'

/** The id of a pool in a path, in any case. */
export function poolId(describe: string): Parameter<string> {
  return {
    describe,
    example: 'ff450c18-3fbb-57da-9454-02e4c317f463',
    schema: { type: 'string', format: 'uuid' },
    parse: (value, name) => {
      const id = normalizePoolId(value ?? '')
      if (id === undefined)
        throw invalidParameter(name, `must be the id of a pool, a UUID, not ${quote(value ?? '')}.`)
      return id
    },
  }
}
