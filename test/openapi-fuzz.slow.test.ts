import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes, topics } from '../src/app.ts'
import { describeApi } from '../src/http/openapi/describe-api.ts'
import { fuzzDocument } from './support/fuzz-document.ts'
import { fuzzer, run } from './support/openapi-tools.ts'
import { TEST_KEY, TestApp } from './support/test-app.ts'

const EXAMPLES_PER_OPERATION = 2
const CHECKS = [
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

let program: string
let app: TestApp
let origin: string
beforeAll(async () => {
  program = fuzzer()
  app = await TestApp.startDemo()
  origin = `http://127.0.0.1:${await app.listen()}`
})
afterAll(() => app?.stop())

/**
 * Sends the examples of operations and a few random requests; each response must be as described.
 */
async function fuzz(document: Record<string, unknown>, options: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  return run(
    program,
    [
      ...['run', 'openapi.json', '--url', origin],
      ...['--header', `X-API-Key: ${TEST_KEY}`, '--checks', CHECKS.join(',')],
      ...['--phases', 'examples,fuzzing', '--max-examples', String(EXAMPLES_PER_OPERATION)],
      ...['--seed', '1', '--workers', '1', '--continue-on-failure', '--warnings', 'off'],
      // Slow answers on a busy machine are not what this test is about.
      ...['--suppress-health-check', 'all', '--request-timeout', '120'],
      ...options,
    ],
    folder,
  )
}

/** A stream does not end, which the fuzzer would wait for. */
const finite = routes.filter(({ kind }) => kind !== 'stream')

test('behavior: a fuzzer finds no response that contradicts the document', async () => {
  const document = fuzzDocument(describeApi(finite, topics))
  const operations = Object.values(document.paths as object).flatMap(Object.keys).length
  const { code, output } = await fuzz(document)
  expect(code, output).toBe(0)
  expect(output).toContain(`Tested: ${operations}`)
  // A fault of our own is a documented 503, so the fuzzer does not mind it; this test does.
  const { body } = await app.get('/metrics')
  const faults = String(body)
    .split('\n')
    .filter((line) => /^almanac_requests_total\{.*status="5\d\d"/.test(line))
  expect(faults.filter((line) => !line.includes('operation="preIpo.'))).toEqual([])
})

test('behavior: the fuzzer sees a member of the wrong type and a status that is not declared', async () => {
  const document = fuzzDocument(describeApi(routes, topics)) as {
    paths: Record<string, { get: { responses: Record<string, unknown> } }>
    components: { schemas: { Chain: { properties: Record<string, unknown> } } }
  }
  document.components.schemas.Chain.properties.tvl = { type: 'string' }
  delete document.paths['/tvl/{protocol}']?.get.responses[404]
  const { code, output } = await fuzz(document, [
    ...['--include-path', '/v2/chains', '--include-path', '/tvl/{protocol}'],
  ])
  expect(code).toBe(1)
  expect(output).toContain('Response violates schema')
  expect(output).toContain('Undocumented status code')
})
