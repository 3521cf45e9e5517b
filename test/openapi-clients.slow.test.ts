import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes, topics } from '../src/app.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { describeApi } from '../src/http/openapi/describe-api.ts'
import { generator, run } from './support/openapi-tools.ts'
import { ROOT } from './support/source-files.ts'
import { NOW_SEC, TEST_KEY, TestApp } from './support/test-app.ts'

const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
const COMPILER_OPTIONS = {
  ...{ strict: true, noEmit: true, target: 'es2023', module: 'esnext', types: [] },
  ...{ moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], skipLibCheck: false },
}

let document: string
beforeAll(() => {
  document = join(mkdtempSync(join(tmpdir(), 'openapi-')), 'openapi.json')
  writeFileSync(document, JSON.stringify(describeApi(routes, topics)))
})

/** A folder with a generated client and a program that uses it. */
async function generate(path: string, args: readonly string[], usage: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const { code, output } = await run(process.execPath, [generator(path), ...args], folder)
  expect(code, output).toBe(0)
  writeFileSync(join(folder, 'usage.ts'), usage)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['.'] }),
  )
  return folder
}

async function expectCompiles(folder: string): Promise<void> {
  const { code, output } = await run(process.execPath, [TSC, '-p', folder], folder)
  expect(output).toBe('')
  expect(code).toBe(0)
}

test('behavior: openapi-typescript makes types that compile', async () => {
  const folder = await generate(
    'openapi-typescript/bin/cli.js',
    [document, '-o', 'api.ts'],
    `import type { components, operations } from './api'
export const price = (answer: components['schemas']['CurrentPrices']): number | undefined =>
  answer.coins['aggregator:bitcoin']?.price
export const metric: operations['getMetric']['parameters']['path']['metric'] = 'dexs'
// @ts-expect-error there is no such metric
export const wrong: operations['getMetric']['parameters']['path']['metric'] = 'dex'
`,
  )
  await expectCompiles(folder)
})

test('behavior: orval makes a client that compiles', async () => {
  const folder = await generate(
    'orval/dist/bin/orval.mjs',
    ['--input', document, '--output', 'api.ts', '--client', 'fetch', '--mode', 'single'],
    `import { getCurrentPrices } from './api'
export async function read(): Promise<number | undefined> {
  const answer = await getCurrentPrices('aggregator:bitcoin', { minConfidence: 0.9 })
  // The same path also gives tables, which are texts and files.
  if (answer.status !== 200 || !('data' in answer)) return undefined
  const { data } = answer
  if (typeof data !== 'object' || data === null || !('coins' in data)) return undefined
  return data.coins['aggregator:bitcoin']?.price
}
`,
  )
  await expectCompiles(folder)
})

describe('hey-api', () => {
  const USAGE = `import { getCurrentPrices } from './api'
export const ask = (baseUrl: string, key?: string) =>
  getCurrentPrices({ baseUrl, auth: () => key, path: { coins: 'aggregator:bitcoin' } })
export const priceOf = async (baseUrl: string): Promise<number | undefined> =>
  (await ask(baseUrl)).data?.coins['aggregator:bitcoin']?.price
`
  let folder: string
  let app: TestApp
  beforeAll(async () => {
    folder = await generate('@hey-api/openapi-ts/bin/run.js', ['-i', document, '-o', 'api'], USAGE)
    app = await TestApp.start()
    await app.put(prices, [
      { coin: 'aggregator:bitcoin', atSec: NOW_SEC - 60, priceUsd: 64_000, confidence: 0.99 },
    ])
  })
  afterAll(() => app?.stop())

  test('behavior: it makes a client that compiles', () => expectCompiles(folder))

  test('behavior: its client reads the free URL, and pro behind the prefix with a key', async () => {
    mkdirSync(join(folder, 'built'))
    const outfile = join(folder, 'built', 'usage.mjs')
    await build({
      entryPoints: [join(folder, 'usage.ts')],
      ...{ outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' },
    })
    const { ask } = (await import(outfile)) as {
      ask(baseUrl: string, key?: string): Promise<{ data?: unknown; response: Response }>
    }
    const origin = `http://127.0.0.1:${await app.listen()}`
    const free = await ask(origin)
    const pro = await ask(`${origin}/coins`, TEST_KEY)
    expect(free.data).toMatchObject({ coins: { 'aggregator:bitcoin': { price: 64_000 } } })
    expect(pro.data).toEqual(free.data)
    expect(free.response.headers.has('x-credits-remaining')).toBe(false)
    expect(pro.response.headers.has('x-credits-remaining')).toBe(true)
    expect((await ask(`${origin}/coins`)).response.status).toBe(401)
  })
})
