import { expect, test } from 'vitest'
import { cursorParameter } from '../cursor.ts'
import { listOf, readPageStart, writePageStart } from './page-start.ts'

const list = listOf(['a', { b: 1 }])
const start = { run: 12, nowSec: 1_768_392_000, offset: 40 }
const cursor = cursorParameter().parse(writePageStart(list, start), 'cursor')

test('default: what was written is read', () => {
  expect(readPageStart(cursor, list)).toEqual(start)
  expect(readPageStart(undefined, list)).toBeUndefined()
})

test('behavior: lists with other parameters have other names, and refuse the cursor', () => {
  expect(listOf(['a', { b: 2 }])).not.toBe(list)
  expect(listOf(['a', { b: new Set([1]) }])).not.toBe(listOf(['a', { b: new Set([2]) }]))
  expect(() => readPageStart(cursor, listOf(['a', { b: 2 }]))).toThrow('belongs to another list')
})
