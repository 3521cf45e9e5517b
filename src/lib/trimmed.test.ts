import { expect, test } from 'vitest'
import { trimmed } from './trimmed.ts'

test('default: a short view of much memory becomes a copy of its own size', () => {
  const memory = Buffer.from('abcdefgh')
  const copy = trimmed(Buffer.from(memory.buffer, memory.byteOffset, 3))
  expect([copy.toString(), copy.buffer.byteLength]).toEqual(['abc', 3])
})

test('behavior: bytes that use three quarters of their memory stay where they are', () => {
  const memory = Buffer.allocUnsafeSlow(100)
  const [tight, loose] = [memory.subarray(0, 75), memory.subarray(0, 74)]
  expect(trimmed(tight)).toBe(tight)
  expect(trimmed(loose)).not.toBe(loose)
})

test('behavior: long bytes are not copied', () => {
  const long = Buffer.allocUnsafeSlow(12 * 1024 * 1024).subarray(0, 4 * 1024 * 1024 + 1)
  expect(trimmed(long)).toBe(long)
})
