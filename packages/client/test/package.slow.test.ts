import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../../test/support/openapi-tools.ts'

const PACKAGE = dirname(import.meta.dirname)
const TSC = join(PACKAGE, '../../node_modules/typescript/bin/tsc')
const MAX_BUNDLE_BYTES = 32_000
const dist = join(PACKAGE, 'dist')
const folder = mkdtempSync(join(tmpdir(), 'client-package-'))

beforeAll(async () => {
  rmSync(dist, { recursive: true, force: true })
  const { code, output } = await run(process.execPath, [TSC, '-p', PACKAGE], PACKAGE)
  expect(code, output).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('behavior: the package holds the built files and nothing else', async () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const { code, output } = await run('npm', args, PACKAGE)
  expect(code, output).toBe(0)
  const [packed] = JSON.parse(output.slice(output.indexOf('['))) as { files: { path: string }[] }[]
  const modules = readdirSync(join(PACKAGE, 'src'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `dist/${name.replace('.ts', '')}`)
  const built = [...modules, 'dist/generated/api', 'dist/generated/operations']
  expect(packed?.files.map(({ path }) => path).sort()).toEqual(
    [
      'README.md',
      'package.json',
      ...built.flatMap((path) => [`${path}.js`, `${path}.d.ts`]),
    ].sort(),
  )
})

test('behavior: plain JavaScript can use it', async () => {
  const program = `import { createClient, AlmanacConnectionError } from ${JSON.stringify(join(dist, 'index.js'))}
const client = createClient({ baseUrl: 'http://127.0.0.1:9', retry: { maxRetries: 0 } })
const error = await client.tvl.listChains().catch((thrown) => thrown)
process.stdout.write(String(error instanceof AlmanacConnectionError))`
  writeFileSync(join(folder, 'use.mjs'), program)
  expect(await run(process.execPath, ['use.mjs'], folder)).toEqual({ code: 0, output: 'true' })
})

test('behavior: its types compile for browsers, without the types of Node', async () => {
  const usage = `import { createClient, type Schemas } from ${JSON.stringify(join(dist, 'index.js'))}
const client = createClient({ baseUrl: '/' })
export const price = async (): Promise<number | undefined> =>
  (await client.coins.getCurrentPrices({ coins: 'a' })).coins['a']?.price
export const priceIn = ({ coins }: Schemas['CurrentPrices']): number | undefined => coins['a']?.price
// @ts-expect-error a coin is required
client.coins.getCurrentPrices({})
`
  const options = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [] }
  const target = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler' }
  const compilerOptions = { ...options, ...target, lib: ['es2023', 'dom'], skipLibCheck: false }
  writeFileSync(join(folder, 'usage.ts'), usage)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['usage.ts'] }),
  )
  expect(await run(process.execPath, [TSC, '-p', folder], folder)).toEqual({ code: 0, output: '' })
})

test(`behavior: a bundle for browsers uses nothing of Node and is below ${MAX_BUNDLE_BYTES} bytes`, async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(dist, 'index.js')],
    ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022' },
    ...{ write: false, metafile: true, logLevel: 'silent' },
  })
  // The package has no dependency: every module is its own.
  const foreign = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))
  expect(foreign).toEqual([])
  expect(outputFiles[0]?.contents.length).toBeLessThan(MAX_BUNDLE_BYTES)
})
