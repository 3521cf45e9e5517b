// `npm run client:generate`: writes the types and the table of operations of packages/client from
// the OpenAPI document. Needs no store; `node scripts/openapi-tools.mjs` installs the generator.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  clientDocument,
  EXAMPLES_PATH,
  makeExamples,
  makeOperations,
  makeTypes,
  OPERATIONS_PATH,
  TYPES_PATH,
} from './client-sources.ts'

const document = clientDocument()
writeFileSync(TYPES_PATH, makeTypes(document))
writeFileSync(OPERATIONS_PATH, makeOperations(document))
mkdirSync(dirname(EXAMPLES_PATH), { recursive: true })
writeFileSync(EXAMPLES_PATH, makeExamples(document))
process.stdout.write('Written: the types and operations of packages/client.\n')
process.exit()
