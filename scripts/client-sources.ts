import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { routes, topics } from '../src/app.ts'
import { describeApi } from '../src/http/openapi/describe-api.ts'

const ROOT = dirname(import.meta.dirname)
const GENERATOR = join(ROOT, '.tools/openapi/node_modules/openapi-typescript/bin/cli.js')
export const TYPES_PATH = join(ROOT, 'packages/client/src/generated/api.ts')
export const OPERATIONS_PATH = join(ROOT, 'packages/client/src/generated/operations.ts')
export const EXAMPLES_PATH = join(ROOT, 'packages/client/test/generated/examples.ts')
/** The clock of the tests, whose demo world the examples are asked of. */
const EXAMPLE_NOW_SEC = Date.UTC(2026, 0, 14, 12) / 1000

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const FIRST_LINE = '// Made by `npm run client:generate` from the OpenAPI document'

interface DocumentOperation {
  operationId: string
  tags: string[]
  'x-root': string
  'x-tables'?: unknown
  parameters: { name?: string; required?: boolean; example?: unknown; $ref?: string }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>
}
type PathItem = { servers?: { url: string; 'x-root': string }[] } & Partial<
  Record<(typeof METHODS)[number], DocumentOperation>
>
export interface ClientDocument {
  paths: Record<string, PathItem>
  components: Record<string, unknown>
}

/** The OpenAPI document as the service serves it, with examples for a clock. */
function servedDocument(nowSec?: number): ClientDocument {
  return structuredClone(describeApi(routes, topics, nowSec)) as unknown as ClientDocument
}

/** The OpenAPI document, reduced to what types are made from: no errors, headers or answers. */
export function clientDocument(): ClientDocument {
  const document = servedDocument()
  const { parameters, schemas } = document.components
  document.components = { parameters, schemas }
  for (const { operation } of listOperations(document)) {
    const { description, content } = operation.responses[200] ?? { description: '', content: {} }
    const schemaOnly = Object.entries(content).map(([type, { schema }]) => [type, { schema }])
    operation.responses = { 200: { description, content: Object.fromEntries(schemaOnly) } }
    delete operation['x-tables']
  }
  return document
}

/** Identifies a document in the first line of what was made from it. */
export function digestOf(document: ClientDocument): string {
  return hash('sha256', JSON.stringify(document))
}

/** The digest of the document that a generated file was made from. */
export function digestIn(path: string): string | undefined {
  const [firstLine = ''] = readFileSync(path, 'utf8').split('\n', 1)
  return /SHA-256 ([0-9a-f]{64})/.exec(firstLine)?.[1]
}

/** The table of operations: group, method, path and roots by operationId. */
export function makeOperations(document: ClientDocument): string {
  const lines = listOperations(document).map(({ path, method, item, operation }) => {
    const roots = item.servers ?? [{ url: '', 'x-root': operation['x-root'] }]
    const entry = {
      group: operation.tags[0],
      method: method.toUpperCase(),
      path,
      roots: Object.fromEntries(
        roots.map((server) => [server['x-root'], server.url.replace(/\/$/, '')]),
      ),
      // What takes `asOf` reads facts, and reading changes nothing.
      ...(method !== 'get' && takesAsOf(operation) ? { isRead: true } : {}),
    }
    return `  ${operation.operationId}: ${JSON.stringify(entry)},`
  })
  return `${firstLine(document)}\nexport const OPERATIONS = {\n${lines.join('\n')}\n} as const\n`
}

/** The types of all operations, by openapi-typescript. */
export function makeTypes(document: ClientDocument): string {
  if (!existsSync(GENERATOR))
    throw new Error('The generator is missing. Run `node scripts/openapi-tools.mjs`.')
  const folder = mkdtempSync(join(tmpdir(), 'client-types-'))
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
    const args = [GENERATOR, 'openapi.json', '-o', 'api.ts']
    execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    return `${firstLine(document)}\n${readFileSync(join(folder, 'api.ts'), 'utf8')}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A call of every operation with the examples of what it requires, for the test that makes them. */
export function makeExamples(document: ClientDocument): string {
  const operations = listOperations(servedDocument(EXAMPLE_NOW_SEC))
  const namesOf = (wanted: (responses: DocumentOperation['responses']) => boolean) =>
    JSON.stringify(
      operations.flatMap(({ operation: { operationId, responses } }) =>
        wanted(responses) ? operationId : [],
      ),
    )
  const lines = operations.map(({ operation }) => {
    const { operationId, parameters, requestBody } = operation
    // Examples of filters do not all go together; without them a response has rows.
    const given = parameters.flatMap(({ name, example, required }) =>
      name === undefined || required !== true ? [] : [[name, example]],
    )
    const body = requestBody?.content['application/json']?.example
    const values = { ...Object.fromEntries(given), ...(body === undefined ? {} : { body }) }
    return `  ${operationId}: ${JSON.stringify(values)},`
  })
  return [
    firstLine(document),
    "import type { OperationId, ParametersOf } from '../../src/index.ts'",
    '',
    'export const EXAMPLES: { [Id in OperationId]: ParametersOf<Id> } = {',
    ...lines,
    '}',
    '/** Operations that a key without rights of its own may be refused. */',
    `export const MAY_BE_REFUSED: readonly OperationId[] = ${namesOf((responses) => 403 in responses)}`,
    '/** Operations that never answer with JSON. */',
    `export const NOT_JSON: readonly OperationId[] = ${namesOf((responses) => !hasJson(responses))}`,
    '',
  ].join('\n')
}

function hasJson(responses: DocumentOperation['responses']): boolean {
  return responses[200] !== undefined && 'application/json' in responses[200].content
}

function firstLine(document: ClientDocument): string {
  return `${FIRST_LINE}, SHA-256 ${digestOf(document)}.`
}

function takesAsOf({ parameters }: DocumentOperation): boolean {
  return parameters.some(({ $ref }) => $ref === '#/components/parameters/asOf')
}

function listOperations({ paths }: ClientDocument) {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : { path, method, item, operation }
    }),
  )
}
