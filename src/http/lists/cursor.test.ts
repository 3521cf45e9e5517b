import { expect, test } from 'vitest'
import { cursorParameter, listOf, writeCursor } from './cursor.ts'

const cursor = { list: listOf(['a', { b: 1 }]), run: 12, nowSec: 1_768_392_000, offset: 40 }

test('default: what was written is read', () => {
  expect(cursorParameter.parse(writeCursor(cursor), 'cursor')).toEqual(cursor)
  expect(cursorParameter.parse('', 'cursor')).toBeUndefined()
})

test('error: 400 for any cursor with one character changed, added or gone', () => {
  const text = writeCursor(cursor)
  const changed = [...text].flatMap((old, index) => {
    const other = old === 'A' ? 'B' : 'A'
    return [
      text.slice(0, index) + other + text.slice(index + 1),
      text.slice(0, index) + text.slice(index + 1),
    ]
  })
  for (const wrong of [...changed, `${text}A`, `${text}=`, 'x', '%00', text.repeat(9)])
    expect(() => cursorParameter.parse(wrong, 'cursor'), wrong).toThrow('`cursor` is damaged')
})

test('behavior: lists with other parameters have other names', () => {
  expect(listOf(['a', { b: 2 }])).not.toBe(cursor.list)
  expect(listOf(['a', { b: new Set([1]) }])).not.toBe(listOf(['a', { b: new Set([2]) }]))
})
