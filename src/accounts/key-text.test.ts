import { expect, test } from 'vitest'
import { encodeKey, hashKey, hintOf } from './key-text.ts'

test('default', () => {
  const bytes = new Uint8Array(32)
  bytes[31] = 125
  // 125 = 2 × 62 + 1
  expect(encodeKey(bytes)).toBe(`alm_${'0'.repeat(41)}21`)
})

test('behavior: every key is equally long', () => {
  expect(encodeKey(new Uint8Array(32))).toBe(`alm_${'0'.repeat(43)}`)
  expect(encodeKey(new Uint8Array(32).fill(255))).toMatch(/^alm_[1-9A-Za-z][0-9A-Za-z]{42}$/)
})

test('behavior: the hash is SHA-256 in hexadecimal', () => {
  expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('behavior: a hint shows eight letters of a long key and none of a short one', () => {
  expect(hintOf(`alm_ABCD${'0'.repeat(35)}wxyz`)).toBe('alm_ABCD…wxyz')
  expect(hintOf('short-secret')).toBe('…')
})
