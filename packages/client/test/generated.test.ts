import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  clientDocument,
  digestIn,
  digestOf,
  EXAMPLES_PATH,
  makeExamples,
  makeOperations,
  OPERATIONS_PATH,
  TYPES_PATH,
} from '../../../scripts/client-sources.ts'

const REMEDY = 'The client is out of date. Run `npm run client:generate`.'
const document = clientDocument()

test('behavior: the types were made from the OpenAPI document of today', () => {
  expect(digestIn(TYPES_PATH), REMEDY).toBe(digestOf(document))
})

test('behavior: so were the operations and the examples', () => {
  expect(readFileSync(OPERATIONS_PATH, 'utf8'), REMEDY).toBe(makeOperations(document))
  expect(readFileSync(EXAMPLES_PATH, 'utf8'), REMEDY).toBe(makeExamples(document))
})

test('behavior: a parameter more makes another digest', () => {
  const changed = structuredClone(document)
  changed.paths['/v2/chains']?.get?.parameters.push({ name: 'extra' })
  expect(digestOf(changed)).not.toBe(digestOf(document))
})
