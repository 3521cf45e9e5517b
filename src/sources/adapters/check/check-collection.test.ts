import { expect, test } from 'vitest'
import { loadCause } from './check-collection.ts'

test.each([
  ["Cannot find module '@scope/pack/deep/file'", 'the package @scope/pack is not installed'],
  ["Cannot find package 'pack' imported from x", 'the package pack is not installed'],
  ["Cannot find module '../helper/gone'", 'a file of its own is missing'],
  ['an adapter may not use node:sqlite', 'may not use node:sqlite'],
  ['an adapter may not load native code', 'needs native code'],
  [
    'Access denied (an adapter has no files, programs or network of its own)',
    'needs files or programs',
  ],
  ['it took longer than 120 s; --time gives it longer', 'takes too long to load'],
  ['it ran out of memory; --memory gives it more', 'needs more memory'],
  ['Unexpected token (x.ts:2)', 'is not valid code'],
  [
    'x\nhosts it may not reach: api.example.org (--allow adds them)',
    'asks api.example.org while it is loaded',
  ],
  [
    'its process ended by itself before it answered (exit code 1)',
    'ends its process while it is loaded',
  ],
  ['no key', 'throws while it is loaded'],
])('default: %s', (message, cause) => {
  expect(loadCause(message)).toBe(cause)
})
