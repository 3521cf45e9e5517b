import { expect, test } from 'vitest'
import { AlmanacError, UsageError } from '../lib/errors.ts'
import { explainFailure } from './explain-failure.ts'

const withCode = (message: string, more: object) => Object.assign(new Error(message), more)

test.each([
  [new UsageError('PORT must be a number.'), 'PORT must be a number.'],
  [new AlmanacError('not_found', 'There is no coin x.'), 'There is no coin x.'],
  [
    withCode('ENOSPC: no space left on device, write', { code: 'ENOSPC', path: '/data/x' }),
    'Failed: /data/x: the disk is full; make room and try again.',
  ],
  [
    withCode('Cannot reserve 1.00 MiB, not enough space: While executing', { code: '243' }),
    'Failed: the disk is full; make room and try again.',
  ],
  [
    withCode('Cannot write: /data/facts/tmp: , errno: 28, strerror: No space left on device', {
      code: '75',
    }),
    'Failed: the disk is full; make room and try again.',
  ],
  [
    withCode('EACCES: permission denied', { code: 'EACCES', path: '/data' }),
    'Failed: /data: no permission.',
  ],
  [
    withCode('disk I/O error', { code: 'ERR_SQLITE_ERROR', errcode: 10 }),
    'Failed: the accounts file cannot be written (disk I/O error); is the disk full?',
  ],
  [new Error('first line\n    at somewhere'), 'Failed: first line (LOG_LEVEL=debug shows where)'],
  ['text', 'Failed: text'],
])('default: one line for %s', (error, line) => {
  expect(explainFailure(error)).toBe(line)
})

test('behavior: a message of several lines, such as that of a module, becomes one', () => {
  expect(explainFailure(new UsageError('a.js: first\n  second\n'))).toBe('a.js: first second')
  expect(explainFailure('thrown\nas text')).toBe('Failed: thrown as text')
})
