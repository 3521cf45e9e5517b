import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { INSTANCES_FOLDER } from '../readers/instances/instances.ts'
import { readAdapterFiles } from './adapter-files.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-adapter-files-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('default: the module is looked for from the folder of its file on', () => {
  const folder = folderWith({
    'a.json': '{ "kind": "adapter", "module": "../collection/a.js", "protocol": "7" }',
  })
  expect(readAdapterFiles(folder)).toEqual({
    good: [{ kind: 'adapter', module: join(folder, '../collection/a.js'), protocol: '7' }],
    problems: [],
  })
})

test('behavior: files of other kinds, broken files and a folder that is not there are none of its business', () => {
  const folder = folderWith({
    'b.json': '{ "kind": "token-balances" }',
    'c.json': '{',
    'd.txt': 'x',
    'e.json': 'null',
  })
  expect(readAdapterFiles(folder)).toEqual({ good: [], problems: [] })
  expect(readAdapterFiles(join(folder, 'nowhere'))).toEqual({ good: [], problems: [] })
})

test('error: what is wrong is named with its line', () => {
  const folder = folderWith({
    'f.json': '{\n  "kind": "adapter",\n  "module": "m.js",\n  "shape": "tvls"\n}',
    'g.json': '{\n  "kind": "adapter",\n  "module": "m.js",\n  "cadence": "often"\n}',
    'h.json': '{ "kind": "adapter" }',
  })
  const { good, problems } = readAdapterFiles(folder)
  expect(good).toEqual([])
  expect(problems).toEqual([
    'f.json:4: shape must be one of tvl, dimension, yield, stablecoin, bridge, emission',
    'g.json:4: cadence must be a cron pattern in UTC, such as "7 * * * *", not often',
    'h.json:1: module is missing: it is the path of the module, from this file’s folder on',
  ])
})

test('behavior: the example is right', () => {
  expect(readAdapterFiles(join(INSTANCES_FOLDER, 'examples'))).toMatchObject({
    good: [{ protocol: '1' }],
    problems: [],
  })
})
