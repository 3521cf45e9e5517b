import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { replaceEnums } from './enums.ts'
import { toCommonJs } from './to-common-js.ts'

/** Runs the text as CommonJS does, with these modules to import. */
function run(text: string, modules: Record<string, unknown> = {}): Record<string, unknown> {
  const module = { exports: {} as Record<string, unknown> }
  const code = toCommonJs(text, (typed) => stripTypeScriptTypes(typed))
  new Function('module', 'exports', 'require', code)(module, module.exports, (name: string) => {
    if (!(name in modules)) throw new Error(`no module ${name}`)
    return modules[name]
  })
  return module.exports
}

test('default: a default export, with types imported as if they were values', () => {
  const text = `import { SimpleAdapter, FetchOptions } from '../types'
import { CHAIN } from "../chains";

const fetch = async (options: FetchOptions) => ({ dailyFees: 1 })
const adapter: SimpleAdapter = { version: 2, adapter: { [CHAIN.ETHEREUM]: { fetch } } }
export default adapter`
  const { default: adapter } = run(text, {
    '../types': {},
    '../chains': { CHAIN: { ETHEREUM: 'ethereum' } },
  })
  expect(Object.keys((adapter as { adapter: object }).adapter)).toEqual(['ethereum'])
})

test('behavior: every way to import', () => {
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
  expect(run(text, { side: {}, plain: { x: 9 }, made }).got).toEqual([9, 'd', 1, 9, 'd', 3])
})

test('behavior: every way to export', () => {
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
  const exports = run(text, { other: { a: 1, z: 26, default: 'no' } })
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

test('behavior: lines stay where they were', () => {
  const text = `import {\n  a,\n  b,\n} from 'm'\nenum E {\n  A,\n}\nthrow new Error('line 8')`
  const code = toCommonJs(text, (typed) => stripTypeScriptTypes(typed))
  expect(code.split('\n').findIndex((line) => line.includes('line 8'))).toBe(7)
})

test('behavior: a module without imports and exports stays as it is', () => {
  expect(run('module.exports = { x: 1 }')).toEqual({ x: 1 })
  expect(toCommonJs('module.exports = { x: 1 }', (typed) => typed)).toBe(
    'module.exports = { x: 1 }',
  )
})

test('behavior: enums are the objects they stand for', () => {
  const text = `export enum CHAIN {
  // the first
  ETHEREUM = "ethereum",
  BSC = 'b,sc', /* two */
  "with-dash" = "w",
}
const enum Level { Low, High = 5, Higher, }
export const levels = Level`
  const { CHAIN, levels } = run(text)
  expect(CHAIN).toEqual({ ETHEREUM: 'ethereum', BSC: 'b,sc', 'with-dash': 'w' })
  expect(levels).toEqual({ Low: 0, 0: 'Low', High: 5, 5: 'High', Higher: 6, 6: 'Higher' })
  expect(replaceEnums('const enumerable = 1')).toBe('const enumerable = 1')
})
