import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashReaderCode } from './to-live-source.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-code-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('default: it follows the code of readers, and neither tests nor anything else', () => {
  write('sources/readers/pools/pool.ts', '1')
  write('domains/yields/ingest/lending.ts', '1')
  const first = hashReaderCode(folder)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  write('sources/readers/pools/pool.test.ts', '1')
  write('http/server.ts', '1')
  expect(hashReaderCode(folder)).toBe(first)
  write('domains/yields/ingest/lending.ts', '2')
  const second = hashReaderCode(folder)
  expect(second).not.toBe(first)
  write('sources/chain/call.ts', '1')
  expect(hashReaderCode(folder)).not.toBe(second)
})

test('behavior: this program has readers', () => {
  // The hash of nothing at all.
  const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(hashReaderCode()).not.toBe(nothing)
})
