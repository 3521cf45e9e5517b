import { expect, test } from 'vitest'
import { AlmanacError, type ErrorCode, invalidParameter, MovedError, notFound } from './errors.ts'

// responses.md#errors, line by line.
const table: [ErrorCode, number][] = [
  ['invalid_parameter', 400],
  ['missing_key', 401],
  ['invalid_key', 401],
  ['credits_exhausted', 402],
  ['forbidden', 403],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['too_large', 413],
  ['rate_limited', 429],
  ['snapshot_missing', 502],
  ['overloaded', 503],
  ['not_ready', 503],
  ['data_damaged', 503],
]

test.each(table)('default: %s is served as %d', (code, status) => {
  expect(new AlmanacError(code, 'why').status).toBe(status)
})

test.each(table)(
  'behavior: whether %s may be tried again follows its status, %d',
  (code, status) => {
    expect(new AlmanacError(code, 'why').retryable).toBe(status === 429 || status === 503)
  },
)

test('behavior: one code can be served as another status, such as 414 for a long URL', () => {
  expect(new AlmanacError('too_large', 'why', { status: 414 })).toMatchObject({
    code: 'too_large',
    status: 414,
  })
})

test('behavior: a bad parameter is named in the message', () => {
  expect(invalidParameter('span', 'must be a whole number.')).toMatchObject({
    code: 'invalid_parameter',
    message: 'Parameter `span` must be a whole number.',
  })
})

test('behavior: suggestions go into the body only when there are some', () => {
  expect(notFound('No chain.', ['Base']).details).toEqual({ suggestions: ['Base'] })
  expect(notFound('No chain.').details).toEqual({})
})

test('behavior: a moved thing is a 308 with both names', () => {
  expect(new MovedError('old-name', 'new-name')).toMatchObject({
    status: 308,
    oldName: 'old-name',
    newName: 'new-name',
    retryable: false,
  })
})
