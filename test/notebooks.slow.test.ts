import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pythonWithReaders, run } from './support/openapi-tools.ts'
import { ROOT } from './support/source-files.ts'
import { TestApp } from './support/test-app.ts'

const guide = readFileSync(join(ROOT, 'docs', 'notebooks.md'), 'utf8')
const programs = [...guide.matchAll(/```python\n(.*?)```/gs)].map(([, program = '']) => program)

let python: string
let app: TestApp
let origin: string
beforeAll(async () => {
  python = pythonWithReaders()
  app = await TestApp.startDemo()
  origin = `http://127.0.0.1:${await app.listen()}`
})
afterAll(() => app?.stop())

/** Threads of a library may abort while the interpreter is taken down, after all was read. */
const END = 'import os, sys; sys.stdout.flush(); os._exit(0)\n'

test('behavior: the guide has a program for each library', () => {
  for (const library of ['pandas', 'polars', 'duckdb'])
    expect(programs.some((program) => program.includes(`import ${library}`))).toBe(true)
})

test.each(programs)('behavior: a reader sees what the JSON says: %s', async (program) => {
  const chains = (await (await fetch(`${origin}/v2/chains`)).json()) as { tvl: number }[]
  const total = chains.reduce((sum, { tvl }) => sum + tvl, 0)
  const folder = mkdtempSync(join(tmpdir(), 'notebook-'))
  const moved = program.replaceAll('http://127.0.0.1:3000', origin)
  const { code, output } = await run(python, ['-c', `${moved}${END}`], folder)
  expect(code, output).toBe(0)
  // Readers add up in their own order.
  expect(Number(output) / total).toBeCloseTo(1, 12)
})
