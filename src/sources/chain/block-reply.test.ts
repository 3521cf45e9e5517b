import { expect, test } from 'vitest'
import { findBlock } from './block-reply.ts'

const BLOCK = { number: '0x10', hash: '0xaa', parentHash: '0xbb', timestamp: '0x65a3b7c1' }
const reply = (result: unknown) => ({ ok: true, result }) as const

test('default: number and timestamp are read from hex', () => {
  // 0x65a3b7c1 is 1,705,228,225.
  expect(findBlock(reply({ ...BLOCK, size: '0x1' }), 'node')).toEqual({
    ...{ number: 16, hash: '0xaa', parentHash: '0xbb', timestampSec: 1_705_228_225 },
  })
})

test('behavior: null is a block that the node lacks', () => {
  expect(findBlock(reply(null), 'node')).toBe(undefined)
})

test.each([
  ['no timestamp', { ...BLOCK, timestamp: undefined }],
  ['a null number', { ...BLOCK, number: null }],
  ['a null timestamp', { ...BLOCK, timestamp: null }],
  ['a decimal number', { ...BLOCK, number: '16' }],
  ['a hash that is not hex', { ...BLOCK, hash: 'aa' }],
])('error: %s is a fault of the node, never block 0', (_, result) => {
  expect(() => findBlock(reply(result), 'node')).toThrow('node gave a block without its number')
})
