import { expect, test } from 'vitest'
import { encodeFrame, FrameReader } from './frames.ts'

const MESSAGES = [{ a: 1 }, {}, { text: 'ü'.repeat(1000) }]
const BODIES = [Buffer.from('abc'), Buffer.alloc(0), Buffer.alloc(5000, 7)]
const bytes = Buffer.concat(MESSAGES.map((message, index) => encodeFrame(message, BODIES[index])))

/** What is read of bytes that arrive in pieces of one size. */
function readInPieces(size: number) {
  const reader = new FrameReader()
  const found: { message: unknown; body: Buffer }[] = []
  for (let from = 0; from < bytes.length; from += size)
    for (const frame of reader.read(bytes.subarray(from, from + size)))
      found.push({ message: JSON.parse(frame.json.toString()), body: Buffer.from(frame.bytes) })
  return found
}

test.each([1, 2, 7, 8, 9, 100, 5000, 1e6])(
  'default: frames are the same in pieces of %d bytes',
  (size) => {
    expect(readInPieces(size)).toEqual(
      MESSAGES.map((message, index) => ({ message, body: BODIES[index] })),
    )
  },
)

test.each([
  ['JSON', [101, 0]],
  ['bytes', [1, 51]],
  ['all of memory', [4_294_967_295, 4_294_967_295]],
])('error: a length above the limit is refused before its bytes arrive: %s', (_, lengths) => {
  const header = Buffer.alloc(8)
  for (const [index, length] of lengths.entries()) header.writeUInt32BE(length, 4 * index)
  const reader = new FrameReader({ jsonBytes: 100, bodyBytes: 50 })
  expect(() => [...reader.read(header)]).toThrow('a message that is too long')
})
