import { rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Checkout, makeCheckout } from '../../../test/support/adapters/checkout.ts'
import { compileModule, hashModuleCode } from './module-code.ts'

let checkout: Checkout
afterEach(() => checkout.remove())

async function compile(files: Record<string, string>): Promise<Map<string, string>> {
  checkout = await makeCheckout(files)
  return compileModule(checkout.path('one.ts'), checkout.root)
}

/** Runs a text as CommonJS, with these modules to import. */
async function run(
  text: string,
  modules: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const code = (await compile({ 'one.ts': text })).get(checkout.path('one.ts'))
  const module = { exports: {} as Record<string, unknown> }
  new Function('module', 'exports', 'require', code ?? 'throw 1')(
    module,
    module.exports,
    (name: string) => {
      if (!(name in modules)) throw new Error(`no module ${name}`)
      return modules[name]
    },
  )
  return module.exports
}

test('default: a default export, with types imported as if they were values', async () => {
  const text = `import { SimpleAdapter, FetchOptions } from '../types'
import { CHAIN } from "../chains";

const fetch = async (options: FetchOptions) => ({ dailyFees: 1 })
const adapter: SimpleAdapter = { version: 2, adapter: { [CHAIN.ETHEREUM]: { fetch } } }
export default adapter`
  const { default: adapter } = await run(text, {
    '../types': {},
    '../chains': { CHAIN: { ETHEREUM: 'ethereum' } },
  })
  expect(Object.keys((adapter as { adapter: object }).adapter)).toEqual(['ethereum'])
})

test('behavior: every way to import', async () => {
  const text = `import 'side'
import whole from 'plain'
import made, { type T, a as b } from 'made'
import * as space from 'plain'
import {
  default as again,
  c,
} from 'made'
export const got = [whole.x, made, b, space.x, again, c]`
  const made = { __esModule: true, default: 'd', a: 1, c: 3 }
  // A module that is not marked as compiled is its own default.
  const { got } = await run(text, { side: {}, plain: { x: 9 }, made })
  expect(got).toEqual([9, 'd', 1, 9, 'd', 3])
})

test('behavior: every way to export', async () => {
  const text = `export function f(n: number): number { return n + 1 }
export async function g() {}
export class K {}
export let counted = 1
export const { p, q: r } = { p: 5, q: 6 }
const inner = 7
export { inner, inner as renamed }
export { a as b } from 'other'
export * from 'other'
export * as others from 'other'
export type Gone = string
export interface GoneToo { x: number }
export default function main() { return f(1) }
counted++`
  const exports = await run(text, { other: { a: 1, z: 26, default: 'no' } })
  expect(Object.keys(exports).sort()).toEqual([
    'K',
    'a',
    'b',
    'counted',
    'default',
    'f',
    'g',
    'inner',
    'others',
    'p',
    'r',
    'renamed',
    'z',
  ])
  expect([exports.b, exports.a, exports.z, exports.p, exports.r, exports.renamed]).toEqual([
    1, 1, 26, 5, 6, 7,
  ])
  // A binding that changes is seen as it is now.
  expect(exports.counted).toBe(2)
  expect((exports.default as () => number)()).toBe(2)
})

test('behavior: CommonJS in TypeScript stays CommonJS', async () => {
  expect(await run('module.exports = { x: 1 as number }')).toEqual({ x: 1 })
  expect(
    await run(`import { a } from 'other'\nmodule.exports = { x: a }`, { other: { a: 1 } }),
  ).toEqual({ x: 1 })
})

test('behavior: enums, namespaces and parameter properties', async () => {
  const text = `export enum CHAIN {
  // the first
  ETHEREUM = "ethereum",
  BSC = 'b,sc', /* two */
  "with-dash" = "w",
}
const enum Level { Low, High = 5, Higher, }
export const levels = [Level.Low, Level.High, Level.Higher]
export enum Rank { First = 1, Second }
namespace Inner { export const five = 5 }
class Pool { constructor(readonly fee: number) {} }
export const sum = Inner.five + new Pool(2).fee`
  expect(await run(text)).toEqual({
    CHAIN: { ETHEREUM: 'ethereum', BSC: 'b,sc', 'with-dash': 'w' },
    levels: [0, 5, 6],
    Rank: { First: 1, 1: 'First', Second: 2, 2: 'Second' },
    sum: 7,
  })
})

test('behavior: all TypeScript that is imported, by computed names too, and nothing else', async () => {
  const compiled = await compile({
    'one.ts': `import { two } from './two'
import three from './lib/'
import { absent } from './absent'
import { pkg } from 'pkg'
export const load = (name: string) => require('./lists/' + name)
export default [two, three, absent, pkg]`,
    'two.js': `exports.two = require('./four')`,
    'four.ts': 'export const four: number = 4',
    'lib/index.ts': `import './settings.json'\nexport default 3`,
    'lib/settings.json': '{}',
    'lists/five.ts': 'export const five: number = 5',
    'unused.ts': 'export {}',
    'node_modules/pkg/index.ts': 'export const pkg = 1',
  })
  const files = ['four.ts', 'lib/index.ts', 'lists/five.ts', 'one.ts']
  expect([...compiled.keys()].sort()).toEqual(files.map((file) => checkout.path(file)))
})

test('behavior: a file that is not valid is left to Node', async () => {
  const compiled = await compile({ 'one.ts': `import './two'`, 'two.ts': 'export const = {' })
  expect([...compiled.keys()]).toEqual([checkout.path('one.ts')])
})

test('behavior: nothing outside the checkout is read, not by a link either', async () => {
  const secret = join(tmpdir(), `almanac-secret-${process.pid}.ts`)
  await writeFile(secret, 'export const secret = 1')
  checkout = await makeCheckout({ 'one.ts': `import './link'\nimport '${secret}'` })
  await symlink(secret, checkout.path('link.ts'))
  const compiled = await compileModule(checkout.path('one.ts'), checkout.root)
  await rm(secret)
  expect([...compiled.keys()]).toEqual([checkout.path('one.ts')])
})

test('behavior: the hash changes with every imported file of the checkout, and no other', async () => {
  checkout = await makeCheckout({
    'one.ts': `import { two } from './two'\nimport { Shape } from './types'\nimport 'pkg'`,
    'two.js': `exports.two = require('./three.json')`,
    'three.json': '{}',
    'types.ts': 'export interface Shape {}',
    'unused.ts': '',
    'node_modules/pkg/index.js': '',
  })
  const hash = () => hashModuleCode(checkout.path('one.ts'), checkout.root)
  const first = await hash()
  for (const file of ['unused.ts', 'node_modules/pkg/index.js']) {
    await writeFile(checkout.path(file), '// changed')
    expect(await hash()).toBe(first)
  }
  const hashes = [first]
  for (const [file, text] of [
    ['three.json', '{"x":1}'],
    ['types.ts', 'export interface Shape { x: 1 }'],
    ['two.js', 'exports.two = 2'],
  ] as const) {
    await writeFile(checkout.path(file), text)
    hashes.push(await hash())
  }
  expect(new Set(hashes).size).toBe(4)
})
