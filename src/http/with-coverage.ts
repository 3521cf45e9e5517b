import type { Coverage } from '../derive/coverage.ts'
import { WithHeaders } from './with-headers.ts'

/** A handler's value with the coverage of its total: a header, and its members for /meta. */
export class WithCoverage extends WithHeaders {
  readonly coverage: Coverage

  constructor(value: unknown, coverage: Coverage) {
    super(value, { 'X-Coverage': coverage.share.toFixed(4) })
    this.coverage = coverage
  }
}
