import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { clientDocument, makeTypes, TYPES_PATH } from '../../../scripts/client-sources.ts'
import { generator } from '../../../test/support/openapi-tools.ts'

beforeAll(() => void generator('openapi-typescript/bin/cli.js'))

test('behavior: the generator makes the types that are in the project', () => {
  // Not `toBe`: the difference of two such texts says less than where they part.
  const isSame = readFileSync(TYPES_PATH, 'utf8') === makeTypes(clientDocument())
  expect(isSame, 'Run `npm run client:generate`.').toBe(true)
})
