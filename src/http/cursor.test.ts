import { expect, test } from 'vitest'
import { cursorParameter, encodeCursor } from './cursor.ts'

const cursor = { list: 'facts:tvl', run: 12, position: ['base', 'ünï', 1_768_392_000] }
const { parse } = cursorParameter()

test('default: what was written is read', () => {
  expect(parse(encodeCursor(cursor), 'cursor')).toEqual(cursor)
  expect(parse('', 'cursor')).toBeUndefined()
})

test('error: 400 for any cursor with one character changed, added or gone', () => {
  const text = encodeCursor(cursor)
  const changed = [...text].flatMap((old, index) => {
    const other = old === 'A' ? 'B' : 'A'
    return [
      text.slice(0, index) + other + text.slice(index + 1),
      text.slice(0, index) + text.slice(index + 1),
    ]
  })
  const tooLong = text.repeat(Math.ceil(8001 / text.length))
  for (const wrong of [...changed, `${text}A`, `${text}=`, 'x', '%00', tooLong])
    expect(() => parse(wrong, 'cursor'), wrong).toThrow('`cursor` is damaged')
})
