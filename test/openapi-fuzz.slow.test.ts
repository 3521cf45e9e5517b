import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes, topics } from '../src/app.ts'
import { describeApi } from '../src/http/openapi/describe-api.ts'
import { fuzzDocument } from './support/fuzz-document.ts'
import { fuzzer, run } from './support/openapi-tools.ts'
import { TEST_KEY, TestApp } from './support/test-app.ts'

const EXAMPLES_PER_OPERATION = 5
const CHECKS = [
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

let program: string
let app: TestApp
beforeAll(async () => {
  program = fuzzer()
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
})
afterAll(() => app?.stop())

test('behavior: a fuzzer finds no response that contradicts the document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const document = fuzzDocument(describeApi(routes, topics))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const operations = Object.values(document.paths as object).flatMap(Object.keys).length
  const { code, output } = await run(
    program,
    [
      ...['run', 'openapi.json', '--url', `http://127.0.0.1:${await app.listen()}`],
      ...['--header', `X-API-Key: ${TEST_KEY}`, '--checks', CHECKS.join(',')],
      ...['--phases', 'examples,fuzzing', '--max-examples', String(EXAMPLES_PER_OPERATION)],
      ...['--seed', '1', '--workers', '1', '--continue-on-failure', '--warnings', 'off'],
      // Slow answers on a busy machine are not what this test is about.
      ...['--suppress-health-check', 'all', '--request-timeout', '120'],
    ],
    folder,
  )
  expect(code, output).toBe(0)
  expect(output).toContain(`Tested: ${operations}`)
  // A fault of our own is a documented 503, so the fuzzer does not mind it; this test does.
  const { body } = await app.get('/metrics')
  const faults = String(body)
    .split('\n')
    .filter((line) => /^almanac_requests_total\{.*status="5\d\d"/.test(line))
  expect(faults.filter((line) => !line.includes('operation="preIpo.'))).toEqual([])
})
